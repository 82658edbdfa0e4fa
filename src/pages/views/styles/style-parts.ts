/** Parts of a sheet: entries with side heads, permissions, rows, fields, buttons, notices. */
export const partsStyle = `
.display { font-size: clamp(2.125rem, 1.6rem + 2.4vw, 3.25rem); }
.folio { margin-bottom: 0.5rem; color: var(--rubric); font-size: 1.125rem; font-variant-numeric: oldstyle-nums; }
.after { margin-top: 1.75rem; }

.entries { margin-top: 1.25rem; border-top: 1px solid var(--rule); }
.entry { padding-block: 0.875rem; border-bottom: 1px solid var(--rule); }
.entry dt, .entry h3 { font: italic 1rem/1.5 var(--serif); color: var(--soft); }
:lang(zh) .entry dt, :lang(zh) .entry h3 { font-style: normal; line-height: 1.75; }
.entry dd, .entry > div { min-width: 0; }
.entry dd > p + p, .entry .weight { margin-top: 0.25rem; }
@media (min-width: 40rem) {
  .wide .entries:not(.stacked) > .entry, .clause { display: grid; grid-template-columns: 11rem minmax(0, 1fr); column-gap: 2rem; }
}

.dashes li { position: relative; padding: 0.1875rem 0 0.1875rem 1.25rem; }
.dashes li::before { content: ""; position: absolute; left: 0; top: 0.95em; top: calc(0.1875rem + 0.5lh); width: 0.5rem; border-top: 1.5px solid var(--line); }
.weighty h3 { color: var(--rubric); }
.weighty .dashes li { font-weight: 600; }
.weighty .dashes li::before { border-color: var(--rubric); border-top-width: 3px; }
.weighty .weight { margin: 0 0 0.375rem; color: var(--rubric); }
.refused + p { margin-top: 1rem; }
.clause { padding-block: 1.25rem; border-bottom: 1px solid var(--rule); }
.clause h2 { margin: 0 0 0.5rem; line-height: 1.2; }
.clause > div { min-width: 0; }
.refused li { position: relative; padding: 0.1875rem 0 0.1875rem 1.25rem; color: var(--soft); }
.refused li::before { content: "×"; position: absolute; left: 0; color: var(--line); font-family: var(--latin-sans); }
h2 + .prose, h2 + .rows { margin-top: 0.5rem; }
.inline { display: flex; flex-wrap: wrap; gap: 0 1rem; }

.contents { margin-top: 1.25rem; }
.contents ul { display: flex; flex-wrap: wrap; gap: 0 1.75rem; }
.contents li { display: flex; align-items: center; gap: 0.5rem; min-height: 2.75rem; }
.contents a { display: inline-flex; align-items: center; min-height: 2.75rem; }
.count { color: var(--soft); font-size: 0.875rem; font-variant-numeric: tabular-nums; }
.rows { margin-top: 1rem; border-top: 1px solid var(--rule); }
.row { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.5rem 1.5rem; padding-block: 1rem 0.5rem; border-bottom: 1px solid var(--rule); font-size: 0.9375rem; }
.row details, .row .whole { grid-column: 1 / -1; }
.row .whole { margin-top: 0.25rem; }
.row:not(:has(details)) { padding-bottom: 1rem; }
.row h2 { margin: 0; font: 600 1rem/1.5 var(--sans); overflow-wrap: anywhere; }
.pager a { display: inline-flex; align-items: center; min-height: 2.75rem; }
.back a { display: inline-flex; align-items: center; min-height: 2.75rem; }
.facts { display: flex; flex-wrap: wrap; gap: 0 1.25rem; color: var(--soft); }
.row h3 { overflow-wrap: anywhere; }
.here { align-self: start; color: var(--soft); font: italic 0.9375rem/1.5 var(--serif); }
:lang(zh) .here { font-style: normal; }
@media (min-width: 40rem) {
  .row { grid-template-columns: minmax(0, 1fr) auto; row-gap: 0; }
  .row > .button { align-self: center; }
}
summary { display: inline-flex; align-items: center; min-height: 2.75rem; cursor: pointer; text-decoration: underline; text-decoration-color: var(--rubric); text-decoration-thickness: 1px; text-underline-offset: 0.2em; }
details[open] > ul { padding-bottom: 0.5rem; }

.mark { flex: none; display: grid; place-items: center; width: 2.5rem; height: 2.5rem; border-radius: 3px; object-fit: contain; }
span.mark { border: 1px solid var(--rule); color: var(--soft); font: 1.125rem/1 var(--serif); }
.portrait { display: grid; place-items: center; width: 6rem; height: 6rem; border-radius: 50%; object-fit: cover; }
span.portrait { border: 1px solid var(--rule); color: var(--soft); font: 2.5rem/1 var(--serif); }
.portrait ~ .notice { margin-top: 1rem; }
.named { display: flex; align-items: center; gap: 0.75rem; }
.named + p { margin-top: 0.25rem; }
.requested { margin-top: 1rem; }

.stack { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.125rem; margin-top: 1.75rem; }
.stack + .aside { margin-top: 1.5rem; }
.field { display: grid; gap: 0.375rem; min-width: 0; }
label { font-weight: 600; font-size: 0.9375rem; }
input { width: 100%; min-height: 3rem; padding: 0.5rem 0.75rem; border: 1px solid var(--line); border-bottom-width: 2px; border-radius: 3px; background: var(--paper); color: var(--ink); font: inherit; }
input:hover { border-color: var(--ink); }
input:read-only { border-style: dashed; color: var(--soft); }
input[aria-invalid] { border-color: var(--rubric); }
input:focus-visible { outline-width: 2px; outline-offset: -1px; border-color: var(--ink); }

.button { display: inline-flex; align-items: center; justify-content: center; min-height: 2.75rem; max-width: 100%; padding: 0.5rem 1.25rem; border: 1.5px solid var(--ink); border-radius: 3px; background: transparent; color: var(--ink); font: 600 0.9375rem/1.3 var(--sans); text-align: center; text-decoration: none; overflow-wrap: anywhere; cursor: pointer; }
.button.primary { min-height: 3rem; padding-inline: 2rem; background: var(--ink); color: var(--paper); font-size: 1rem; }
.button.primary:hover { background: var(--press); border-color: var(--press); }
.button.secondary { border-color: var(--line); }
.button.secondary:hover { border-color: var(--ink); }
.button.plain { padding: 0.25rem 0; border-color: transparent; border-width: 0; font-weight: 400; text-align: start; text-decoration: underline; text-decoration-color: var(--rubric); text-decoration-thickness: 1px; text-underline-offset: 0.2em; }
.person .button.plain { font-size: inherit; }
.button.plain:hover { text-decoration-thickness: 2px; }
.decision { display: grid; gap: 0.75rem; margin-top: 2.5rem; }
.decision .button { min-height: 3rem; font-size: 1rem; }
@media (min-width: 40rem) {
  .decision { grid-template-columns: 1fr 1fr; }
}

.notice { margin-top: 1.25rem; padding: 0.75rem 1rem; border-inline-start: 4px solid var(--ink); background: var(--desk); }
.notice:first-child { margin: 0 0 1.75rem; }
.notice.grave { border-color: var(--rubric); background: var(--wash); }

.references { margin-top: 1rem; border-top: 1px solid var(--rule); }
.references a { display: block; padding-block: 0.75rem; border-bottom: 1px solid var(--rule); text-decoration: none; }
.references a:hover code { text-decoration: underline; text-decoration-color: var(--rubric); }
.references .soft { display: block; font-size: 0.9375rem; }
@media (min-width: 40rem) {
  .references a { display: grid; grid-template-columns: 15rem minmax(0, 1fr); align-items: baseline; column-gap: 1.5rem; }
}
.steps { display: grid; gap: 0.5rem; max-width: 36rem; margin-top: 0.5rem; }
@media (forced-colors: active) {
  .seal, .notice { border: 1px solid; }
}
.tag { display: inline-block; padding: 0 0.5rem; border: 1px solid var(--n6); border-radius: 999px; background: var(--n2); color: var(--n11); font-size: var(--t12); font-weight: 500; line-height: 1.25rem; white-space: nowrap; }
.tag[data-tone="good"] { border-color: var(--green-border); background: var(--green-fill); color: var(--green-text); }
.tag[data-tone="wait"] { border-color: var(--amber-border); background: var(--amber-fill); color: var(--amber-text); }
.tag[data-tone="bad"] { border-color: var(--red-border); background: var(--red-fill); color: var(--red-text); }
.plain { margin: 0; padding-inline-start: 1.125rem; }
ul.plain { padding: 0; list-style: none; }
`;
