import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { listOfReadable, text } from "./tolerant.ts";

/** The page has texts of its own for those that are missing. */
export const listCustomTexts = endpoint({
  method: "GET",
  path: "/custom-texts/",
  answer: listOfReadable(z.object({ type: text, text })),
  translate: (data): { data: { type: string; text: string }[] } => ({ data }),
});
