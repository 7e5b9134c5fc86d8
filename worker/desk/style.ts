/** The desk's stylesheet, in the brand's colours: `tests/unit/brand.test.ts` compares them. */
export const style = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#f6f1e6, #17130f);
  --paper-raised: light-dark(#fcf9f2, #201b16);
  --ink: light-dark(#1c1713, #f2eadd);
  --ink-soft: light-dark(#50463c, #c6baaa);
  --rule: light-dark(#cdbfa8, #463d33);
  --rule-strong: light-dark(#897c6c, #83776a);
  --accent: light-dark(#dd9425, #e6a544);
  --accent-ink: #1c1206;
  --accent-text: light-dark(#86500a, #eab462);
  --danger: light-dark(#9d2b1c, #f08a78);
  --success: light-dark(#2f6038, #8fc498);
}
* { box-sizing: border-box; }
body {
  margin: 0;
  background: var(--paper);
  color: var(--ink);
  font: 1rem/1.55 system-ui, "Noto Sans TC", "PingFang TC", sans-serif;
}
a { color: var(--accent-text); text-underline-offset: 0.2em; }
:focus-visible { outline: 2px solid var(--accent-text); outline-offset: 2px; }
header, main { max-width: 72rem; margin-inline: auto; padding-inline: 1rem; }
header {
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0.25rem 1.5rem;
  padding-block: 1rem;
  border-block-end: 1px solid var(--rule);
}
.brand { font: 1.375rem/1.2 "Songti TC", "Noto Serif TC", Georgia, serif; color: inherit; text-decoration: none; }
.brand span { font-size: 1rem; color: var(--ink-soft); }
nav { display: flex; flex-wrap: wrap; gap: 0 1rem; }
nav a, .who a { display: inline-block; padding-block: 0.375rem; }
.who { margin: 0 0 0 auto; color: var(--ink-soft); }
.who a { margin-inline-start: 1rem; }
.skip { position: absolute; inset-inline-start: -99rem; }
.skip:focus { position: static; }
main { padding-block: 1rem 4rem; }
h1 { font: 1.75rem/1.25 "Songti TC", "Noto Serif TC", Georgia, serif; margin-block: 0.5rem 1rem; overflow-wrap: anywhere; }
h2 { font-size: 1.125rem; margin-block: 2.25rem 0.5rem; }
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
  td::before { content: attr(data-column) " "; color: var(--ink-soft); font-size: 0.875rem; }
}
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; font: inherit; }
.done, .warning { padding: 0.75rem 1rem; border-inline-start: 3px solid var(--success); background: var(--paper-raised); }
.warning { border-color: var(--danger); }
.none { color: var(--ink-soft); }
.sums { display: grid; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); gap: 1.25rem; margin: 0; padding: 0; list-style: none; }
.sums b { display: block; font: 1.5rem/1.3 "Songti TC", "Noto Serif TC", Georgia, serif; font-variant-numeric: tabular-nums; }
`;
