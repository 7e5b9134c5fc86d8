/** Served as files, so that the content policy needs nothing inline. */

export const stylesheet = `
:root { color-scheme: light dark; --ink: light-dark(#1f1b16, #f1ebe0); }
:root { --paper: light-dark(#f7f3ea, #191612); --rule: light-dark(#cfc6b4, #4b443a); }
:root { --edge: light-dark(#82765f, #8f8370); --accent: light-dark(#8a5410, #e2ab5c); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); }
body { font: 1rem/1.65 system-ui, "Noto Sans TC", "Noto Sans JP", sans-serif; }
main { max-width: 34rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.6rem; font-weight: 600; line-height: 1.3; }
h2 { margin: 0; font-size: 1rem; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.stand-in { padding: .75rem 1rem; border: 1px dashed var(--rule); }
dl { margin: 1.5rem 0; border-top: 1px solid var(--rule); }
dl div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; }
dl div { padding: .5rem 0; border-bottom: 1px solid var(--rule); }
dd { margin: 0; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.amount { font-size: 1.25rem; font-weight: 600; }
fieldset { display: grid; gap: .75rem; margin: 0; padding: 0; border: 0; }
legend { margin-bottom: .75rem; }
button { display: grid; gap: .125rem; min-height: 3rem; padding: .625rem 1rem; }
button { border: 1px solid var(--edge); border-radius: .25rem; background: none; cursor: pointer; }
button { color: inherit; font: inherit; text-align: start; }
button small { font-size: .875rem; }
button.primary { border-color: var(--accent); border-width: 2px; }
button.primary span { color: var(--accent); font-weight: 600; }
a { color: var(--accent); }
button:focus-visible, a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.trades { padding: 0; list-style: none; }
.trades > li { padding: 1rem 0; border-top: 1px solid var(--rule); }
`;

export const submitScript = `document.getElementById("result").submit();\n`;
