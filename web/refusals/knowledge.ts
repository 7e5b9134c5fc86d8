/** All that needs the dictionary, loaded together when a screen first asks for it. */
export { entries, foldedNamesOf, labelOf, type Entry } from "#contract/dictionary";
export { judgeNotes } from "#contract/judge-notes";
export { foldedName } from "#contract/note-names";
export { readRefusals } from "./detect-refusals.ts";
export { namedNotes } from "./named-notes.ts";
