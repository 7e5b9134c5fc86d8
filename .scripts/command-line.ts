// The arguments of a command: `--help` prints its help, an unknown one ends it with 2.
import { parseArgs, type ParseArgsConfig } from "node:util";

type OptionsConfig = NonNullable<ParseArgsConfig["options"]>;
type Parsed<Options extends OptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true; strict: true }>
>;

export function readCommandLine<const Options extends OptionsConfig>(
  help: string,
  options: Options,
  { positionals: allowPositionals = false } = {},
): Parsed<Options> {
  const args = process.argv.slice(2);
  if (args.includes("--help") || args.includes("-h")) endCommand(0, help);
  try {
    return parseArgs({ args, options, allowPositionals, strict: true });
  } catch (error) {
    endCommand(2, `${error instanceof Error ? error.message : String(error)}\n\n${help}`);
  }
}

/** Prints to stderr unless the code is 0. */
export function endCommand(code: number, text: string): never {
  (code === 0 ? console.log : console.error)(text);
  process.exit(code);
}
