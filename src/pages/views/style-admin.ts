/** The admin area: its sections beside the sheet, folded up above it where there is no room, and its forms. */
export const adminStyle = `
.desk { display: grid; grid-template-columns: minmax(0, 1fr); align-content: start; width: 100%; }
.sections-folded { margin-inline: clamp(1.25rem, 5vw, 2.5rem); padding-bottom: 0.5rem; }
.sections-folded summary { gap: 0.5rem; }
.sections-folded summary::marker { content: none; }
.sections-folded summary::-webkit-details-marker { display: none; }
.sections-folded .group:first-child { margin-top: 0; }
.sections { display: none; }
.desk .group { margin-top: 1rem; font: italic 0.9375rem/1.5 var(--serif); color: var(--soft); }
:lang(zh) .desk .group { font-style: normal; }
.desk nav a { display: flex; align-items: center; min-height: 2.75rem; padding: 0.25rem 0.75rem; border-inline-start: 2px solid var(--rule); text-decoration: none; }
.desk nav a:hover { text-decoration: underline; }
.desk nav a[aria-current] { border-color: var(--rubric); font-weight: 600; }
.admin .row h2 { margin: 0; font: 600 1rem/1.5 var(--sans); }

.choice label { display: flex; align-items: center; gap: 0.75rem; min-height: 2.75rem; cursor: pointer; }
.choice input { flex: none; width: 1.25rem; height: 1.25rem; min-height: 0; margin: 0; accent-color: var(--ink); }
.choice .hint { margin-inline-start: 2rem; }
.hint { max-width: 36rem; color: var(--soft); font-size: 0.9375rem; }
@media (min-width: 46rem) {
  .sections-folded { width: calc(100% - 5rem); max-width: 48rem; margin-inline: auto; }
  .admin .sheet { justify-self: center; }
}
@media (min-width: 68rem) {
  .admin .head, .admin .foot { max-width: 62rem; }
  .desk { grid-template-columns: 12rem minmax(0, 48rem); column-gap: 2rem; width: calc(100% - 5rem); max-width: 62rem; margin-inline: auto; }
  .admin .sheet { width: 100%; }
  .sections-folded { display: none; }
  .sections { display: block; }
  .sections .group:first-child { margin-top: 0.25rem; }
}
`;
