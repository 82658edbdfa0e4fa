/** Learning pages in the width of the window: what comes next beside what is under way. */
export const roomStyle = `
.member main { padding-top: clamp(1.25rem, 3vw, calc(var(--space) * 2.5rem)); }
.member main > :is(.with-side, .ahead, .threads-of-course) { max-width: none; }
.ahead > section { min-width: 0; }
.ahead > section:not(.resume) > .after { margin-top: 0.75rem; }
.side-cover { display: none; width: 100%; aspect-ratio: 16 / 9; object-fit: cover; border-radius: var(--radius); background: var(--wash); }
.with-side > * { min-width: 0; }
.side > :is(section, l-keep-course) { margin-top: 2rem; }
.member .side h2 { margin-top: 0; }
@media (min-width: 40rem) {
  .shelf .card:only-child { display: grid; grid-template-columns: minmax(0, 20rem) minmax(0, 1fr); grid-template-rows: repeat(5, auto) 1fr; align-items: start; gap: 0 2rem; }
  .shelf .card:only-child > * { grid-column: 2; }
  .shelf .card:only-child > .plate { grid-area: 1 / 1 / -1; margin: 0; }
  .shelf .cards:has(> .card:only-child) { grid-template-columns: minmax(0, 1fr); }
}
@media (min-width: 64rem) {
  .with-side { display: grid; grid-template-columns: minmax(0, 1fr) 19rem; gap: 0 4rem; align-items: start; }
  .with-side > .side { position: sticky; top: 1.5rem; }
  .side-cover { display: block; }
  .side > .note-search:first-child { margin-top: 0; }
  .ahead { display: grid; grid-template-columns: minmax(0, 1fr) 20rem; gap: 0 3rem; margin-top: 1.5rem; }
  .ahead > .resume { align-content: center; margin-top: 0; }
  .member main .ahead > section > h2:first-child { margin-top: 0; }
  .ahead .row { padding-block: 0.625rem; }
}
.ask > summary { width: fit-content; margin: 1rem 0 0; list-style: none; }
.ask > summary::-webkit-details-marker { display: none; }
.ask h2 { display: none; }
.ask .stack { margin-top: 1rem; }
.member main > .reading { max-width: 40rem; font-size: 1.125rem; }
@media (min-width: 64rem) {
  .threads-of-course { display: grid; grid-template-columns: minmax(0, 1fr) 22rem; gap: 0 4rem; align-items: start; }
  .ask { grid-column: 2; grid-row: 1; position: sticky; top: 1.5rem; }
  /* Browsers without this pseudo-element keep the form folded. */
  @supports selector(::details-content) {
    .ask { padding: 1.25rem; border: 1px solid var(--line); border-radius: var(--radius); }
    .ask > summary { display: none; }
    .ask::details-content { content-visibility: visible; }
    .ask .stack { margin-top: 0; }
    .member .ask h2 { display: block; margin: 0; }
  }
}
.neighbors { display: flex; align-items: center; margin-bottom: 0.375rem; justify-content: space-between; gap: 0 1.5rem; }
.neighbors .back { flex: 1 1 0; min-width: 0; margin: 0; overflow-wrap: anywhere; }
#steps { display: flex; flex: none; gap: 0 1.25rem; margin: 0; }
.step { display: inline-flex; align-items: center; gap: 0.5rem; min-height: 2.75rem; font-size: 0.9375rem; text-decoration: none; }
.step:hover { text-decoration: underline; text-decoration-color: var(--rubric); }
.step.prev::before, .step.next::after { content: ""; width: 0.4375rem; height: 0.4375rem; border: solid var(--rubric); border-width: 2px 0 0 2px; rotate: -45deg; }
.step.next::after { rotate: 135deg; }
.member.beside-outline main { padding-top: 0; }
.member .syllabus { padding-block: 0.25rem 0; }
.member.beside-outline main h1 { font-size: clamp(1.625rem, 1.3rem + 1.4vw, 2.25rem); }
@media (min-width: 68rem) {
  .member.beside-outline main { padding-top: calc(var(--space) * 1.25rem); }
  .member .syllabus { padding-block: calc(var(--space) * 1.75rem) 0.5rem; }
}
`;
