import { painted, paper, serif } from "../brand/letterhead.ts";

export const style = painted(`${paper}
.letterhead, main { max-width: 72rem; }
.letterhead { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 1.5rem; padding-block: 0.75rem; }
.letterhead span { color: var(--ink-soft); }
nav, .who { display: flex; flex-wrap: wrap; gap: 0 1rem; margin: 0; }
nav a, .who a { padding-block: 0.5rem; color: inherit; text-decoration-color: transparent; }
nav a[aria-current="page"] { text-decoration: 2px underline var(--accent); }
.who { align-items: center; margin-inline-start: auto; color: var(--ink-soft); font-size: 0.875rem; }
.skip { position: absolute; inset-inline-start: -99rem; }
.skip:focus { position: static; }
main { padding-bottom: 4rem; }
h2 { margin-block: 2.25rem 0.5rem; font: 400 1.375rem/1.3 ${serif}; }
p, li, dd { max-width: 44rem; overflow-wrap: anywhere; }
.table { overflow-x: auto; border-block: 1px solid var(--rule); }
table { border-collapse: collapse; inline-size: 100%; }
th, td { padding: 0.5rem 1.25rem 0.5rem 0; text-align: start; vertical-align: top; }
th { color: var(--ink-soft); font-weight: 400; font-size: 0.875rem; white-space: nowrap; }
tbody tr { border-block-start: 1px solid var(--rule); }
.number { text-align: end; }
.number, time { font-variant-numeric: tabular-nums; white-space: nowrap; }
td form { margin: 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1.5rem; margin: 0; }
dt { color: var(--ink-soft); }
dd { margin: 0; }
form { max-width: 36rem; margin-block: 0.75rem; }
label { display: block; margin-block: 0 0.875rem; }
label span { display: block; color: var(--ink-soft); font-size: 0.875rem; }
small { display: block; color: var(--ink-soft); }
input, textarea, select {
  inline-size: 100%;
  min-block-size: 2.75rem;
  padding: 0.5rem 0.625rem;
  border: 1px solid var(--rule-strong);
  background: var(--paper-raised);
  color: inherit;
  font: inherit;
}
textarea { resize: vertical; }
button {
  min-block-size: 2.75rem;
  padding: 0.5rem 1.25rem;
  border: 1px solid var(--rule-strong);
  background: none;
  color: inherit;
  font: inherit;
  cursor: pointer;
}
button.does { border-color: var(--accent); background: var(--accent); color: var(--accent-ink); }
details { margin-block: 0.5rem; }
td { min-inline-size: 5rem; }
td details { margin: 0; min-inline-size: 13rem; }
td summary { padding: 0; }
summary { cursor: pointer; padding-block: 0.5rem; color: var(--accent-text); }
@media (max-width: 40rem) {
  thead { display: none; }
  tr, td, td.number { display: flow-root; padding: 0.125rem 0; overflow-wrap: anywhere; text-align: start; }
  td:empty { display: none; }
  dl { display: block; }
  dd { margin-block-end: 0.5rem; }
  .who { margin: 0; }
  td::before { content: attr(data-column) " "; color: var(--ink-soft); font-size: 0.875rem; }
}
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; font: inherit; }
.done, .warning { padding: 0.75rem 1rem; border-inline-start: 3px solid var(--success); background: var(--paper-raised); }
.warning { border-color: var(--danger); }
.none { color: var(--ink-soft); }
.sums { display: grid; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); gap: 1.25rem; margin: 0; padding: 0; list-style: none; }
.sums b { display: block; font: 1.5rem/1.3 ${serif}; font-variant-numeric: tabular-nums; }
`);
