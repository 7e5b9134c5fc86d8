/**
 * The wire of this system under `/api/v1`, written from the two documents: "account" is `account-and-quiz.md`, "shop" is
 * `shop.md`, the number is the section. Fields beyond the documents are declared apart.
 */
export * from "./wire/auth.ts";
export * from "./wire/fields.ts";
export * from "./wire/locales.ts";
export * from "./wire/member.ts";
export * from "./wire/messages.ts";
export * from "./wire/order.ts";
export * from "./wire/product.ts";
export * from "./wire/service.ts";
export * from "./wire/survey.ts";
