/** The three ids that the documents call fixed without naming them; a shop in front of this system is configured with them. */
export const surveyId = "scent-discovery";
export const descriptionQuestionId = "ideal-scent";
export const labelCategoryId = "label";
