/**
 * The questionnaire, one line of `survey.json` an option. What an answer means to the recommender
 * stands beside it: `means` names concepts, `avoids` what must not be in the bottle.
 */
import data from "./survey.json" with { type: "json" };
import type { Names } from "../catalogue.ts";

export interface SurveyQuestion {
  id: string;
  name: Names;
  type: "SINGLE_CHOICE" | "MULTIPLE_CHOICE" | "TEXT" | "TEXTAREA";
  isRequired: boolean;
  /** Carries the shopper's own description rather than an answer to choose. */
  isReference?: boolean;
  options: readonly {
    id: string;
    text: Names;
    means?: readonly string[];
    avoids?: readonly string[];
  }[];
}

// Tests check what the file holds.
export const surveyQuestions = data as readonly SurveyQuestion[];

/** Fixed by the documents without being named; a shop in front of this system is told them. */
export const surveyId = "scent-discovery";
export const descriptionQuestionId = "ideal-scent";
