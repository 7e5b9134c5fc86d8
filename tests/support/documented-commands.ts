/** What the documents tell people to type. */
import { read, repositoryFiles } from "./repository.ts";

export interface Documented {
  page: string;
  /** As it stands there, in one line. */
  line: string;
  /** `npm` or `wrangler`. */
  tool: string;
  /** `payments`, for npm; empty for wrangler. */
  name: string;
  words: string[];
}

/** In backticks, or a line of its own that may go on behind a backslash. What is quoted is one word. */
const lines =
  /(?:`|^[ \t]*)((?:npm run ([a-z][\w:-]*)(?: --)?|npx (wrangler))((?:\\\n|[^`\n])*))/gm;

export function documentedCommands(): Documented[] {
  const pages = repositoryFiles().filter((file) =>
    /^(\.docs\/.*|migrations\/README)\.md$/.test(file),
  );
  return pages.flatMap((page) =>
    Array.from(read(page).matchAll(lines), ([, line = "", name, wrangler, text = ""]) => ({
      page,
      line: line.replaceAll(/\s*\\\n\s*/g, " ").trim(),
      tool: wrangler ?? "npm",
      name: name ?? "",
      words: wordsOf(text),
    })),
  );
}

export function wordsOf(text: string): string[] {
  const words = text.replace(/ # .*/, "").match(/"[^"]*"|'[^']*'|[^\s\\]+/g) ?? [];
  return words.map((word) => word.replace(/^(["'])([^]*)\1$/, "$2"));
}
