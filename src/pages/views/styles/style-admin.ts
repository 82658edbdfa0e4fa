/** Admin area: navigation beside the content, collapsed above it on small screens, and forms. */
export const adminStyle = `
.desk { display: grid; grid-template-columns: minmax(0, 1fr); align-content: start; width: 100%; }
.sections-folded { margin-inline: clamp(1.25rem, 5vw, 2.5rem); padding-bottom: 0.5rem; }
.sections-folded summary { display: flex; gap: 0.5rem; text-decoration: none; }
.sections-folded summary::after { content: ""; width: 0.5rem; height: 0.5rem; margin: -0.25rem 0.25rem 0 auto; border: solid var(--ink); border-width: 0 1.5px 1.5px 0; rotate: 45deg; }
.sections-folded[open] summary::after { margin-top: 0.25rem; rotate: 225deg; }
.sections-folded summary::marker { content: none; }
.sections-folded summary::-webkit-details-marker { display: none; }
.sections-folded .group:first-child { margin-top: 0; }
.sections { display: none; }
:is(.sections, .sections-folded) .group { margin-top: 0.5rem; }

:is(.sections, .sections-folded) a { display: flex; align-items: center; min-height: 2.75rem; padding: 0.25rem 0.75rem; border-inline-start: 2px solid var(--rule); text-decoration: none; }
:is(.sections, .sections-folded) a:hover { text-decoration: underline; }
:is(.sections, .sections-folded) a[aria-current] { border-color: var(--rubric); font-weight: 600; }

.choice label { display: flex; align-items: center; gap: 0.75rem; min-height: 2.75rem; padding-block: 0.375rem; cursor: pointer; }
.choice input { flex: none; width: 1.25rem; height: 1.25rem; min-height: 0; margin: 0; accent-color: var(--ink); }
.choice .hint { margin-inline-start: 2rem; }
.choice code { color: var(--soft); font-weight: 400; }
.hint { max-width: 36rem; color: var(--soft); font-size: 0.9375rem; }
.roomy { gap: 2rem; }
.field textarea { width: 100%; padding: 0.5rem 0.75rem; border: 1px solid var(--line); border-bottom-width: 2px; border-radius: 3px; background: var(--paper); color: var(--ink); font: inherit; line-height: 1.5; resize: vertical; }
.field textarea.mono { font: 0.875rem/1.7 var(--mono); overflow-wrap: anywhere; }
.field textarea:hover { border-color: var(--ink); }
.field textarea:focus-visible { outline-width: 2px; outline-offset: -1px; border-color: var(--ink); }
.field [aria-invalid] { border-color: var(--rubric); }
.field input[type="file"] { border-style: dashed; border-width: 1px; padding: 0.625rem 0.75rem; font-size: 0.9375rem; }
.field input[type="file"]::file-selector-button { margin-inline-end: 0.75rem; padding: 0.125rem 0.75rem; border: 1px solid var(--line); border-radius: 3px; background: transparent; color: var(--ink); font: inherit; }
.wrong { color: var(--rubric); font-weight: 600; font-size: 0.9375rem; }
.wrong::before { content: "→ "; }
fieldset { min-width: 0; margin: 0; padding: 0; border: 0; display: grid; gap: 0.375rem; }
.after + .rows { margin-top: 1.75rem; }
legend { padding: 0; margin-bottom: 0.375rem; font-weight: 600; font-size: 0.9375rem; }
fieldset fieldset { margin-top: 0.75rem; gap: 0; }
fieldset fieldset legend { margin-bottom: 0.125rem; font: italic 1rem/1.5 var(--serif); color: var(--soft); }
:lang(zh) fieldset fieldset legend { font-style: normal; }
fieldset.weighty legend { color: var(--rubric); }
.choice label { font-weight: 400; }
fieldset > .choice label, .stack > .choice label { font-weight: 600; }
fieldset fieldset > .choice label { font-weight: 400; }
.actions { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-top: 1.75rem; }
.stack .actions { margin-top: 0; }
.actions .button { min-height: 3rem; }
.button.danger { min-height: 3rem; padding-inline: 2rem; border-color: var(--rubric); color: var(--rubric); }
.button.danger:hover { background: var(--wash); }

.with-logo { grid-template-columns: 2.5rem minmax(0, 1fr); column-gap: 1rem; }
.head-with-logo { display: flex; align-items: flex-start; gap: 1rem; }
.head-with-logo h1 { min-width: 0; }
.copied { user-select: all; }
.written { white-space: pre-line; }
@media (min-width: 46rem) {
  .sections-folded { width: calc(100% - 5rem); max-width: 48rem; margin-inline: auto; }
  .admin .sheet { justify-self: center; }
}
@media (min-width: 68rem) {
  .admin .head, .admin .foot { max-width: 63rem; }
  .desk { grid-template-columns: 13rem minmax(0, 48rem); column-gap: 2rem; width: calc(100% - 5rem); max-width: 63rem; margin-inline: auto; }
  .admin .sheet { width: 100%; }
  .sections-folded { display: none; }
  .sections { display: block; }
  .sections .group:first-child { margin-top: 0.25rem; }
}
.work-files { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--s16); margin: var(--s12) 0 0; padding: 0; list-style: none; }
.work-files li { min-width: 0; }
.work-files p { margin: 0 0 var(--s4); overflow-wrap: anywhere; }
.work-files :is(img, video) { display: block; max-width: 100%; max-height: 70vh; height: auto; border-radius: var(--r6); background: var(--n2); }
.work-files iframe { width: 100%; height: 70vh; border: 1px solid var(--n5); border-radius: var(--r6); background: #fff; }
.snippets { display: grid; gap: var(--s4); margin: 0 0 var(--s8); padding: 0; list-style: none; }
.snippets li { display: flex; align-items: start; justify-content: space-between; gap: var(--s8); }
.snippets button:first-child { min-width: 0; text-align: start; overflow-wrap: anywhere; white-space: normal; }
.keys { display: flex; flex-wrap: wrap; gap: var(--s4) var(--s16); margin: var(--s12) 0 0; color: var(--soft); font-size: var(--t13); }
.keys > div { display: flex; align-items: center; gap: var(--s4); }
.keys :is(dt, dd) { margin: 0; }
.keys kbd { padding: 0 0.375rem; border: 1px solid var(--n7); border-radius: 4px; font: var(--t12)/1.5 var(--mono); }
@media (pointer: coarse) and (hover: none) { .keys { display: none; } }
.work-files audio { width: 100%; max-width: 32rem; }
.work-files .source { padding: var(--s12); border: 1px solid var(--n5); border-radius: var(--r6); }
.grading .instructions { margin-top: var(--s24); }
.rubric { display: grid; grid-template-columns: minmax(0, 1fr); min-width: 0; overflow-wrap: anywhere; gap: var(--s12); }
.rubric input { max-width: 8rem; }
.sum-of-criteria { margin: 0; font-weight: 600; font-variant-numeric: tabular-nums; }
@media (min-width: 64rem) {
  .two-columns.grading { grid-template-columns: minmax(0, 3fr) minmax(20rem, 2fr); }
}
/* The form stays beside a long submission if the window has room for all of it. */
@media (min-width: 64rem) and (min-height: 60rem) {
  .grading > .side-of-one { position: sticky; top: 4.5rem; align-self: start; }
}
.waits, .dates, .setup-steps { margin: var(--s8) 0 0; padding: 0; list-style: none; }
.waits li, .dates li, .setup-steps li { border-bottom: 1px solid var(--n4); }
.waits a { display: flex; align-items: center; justify-content: space-between; gap: var(--s16); min-height: 2.75rem; padding-inline: var(--s8); color: var(--ink); text-decoration: none; }
.waits a:hover { background: var(--n2); text-decoration: underline; }
.waits strong { font-variant-numeric: tabular-nums; }
.dates li { display: grid; gap: var(--s4); padding: var(--s8); }
.dates .soft { font-size: var(--t13); }
.setup { max-width: 40rem; margin-block: var(--s16) var(--s24); padding: var(--s16); border: 1px solid var(--n5); border-radius: var(--r10); background: var(--n2); }
.console .setup h2 { margin: 0; }
.setup-steps li { max-width: none; margin: 0; display: flex; align-items: center; justify-content: space-between; gap: var(--s16); min-height: 2.75rem; }
.setup-steps li:last-child { border-bottom: 0; }
.role-rule { display: grid; gap: var(--s12) var(--s16); max-width: 60rem; }
@media (min-width: 60rem) { .role-rule { grid-template-columns: minmax(0, 2fr) minmax(0, 1fr) minmax(0, 1fr); align-items: end; } }
`;
