import * as z from "zod/mini";
import { endpoint } from "./endpoint.ts";
import { listOfReadable, text } from "./tolerant.ts";

export const listCustomTexts = endpoint({
  group: "catalogue",
  method: "GET",
  path: "/custom-texts/",
  answer: listOfReadable(z.object({ type: text, text })),
  translate: (data): { data: { type: string; text: string }[] } => ({ data }),
});
