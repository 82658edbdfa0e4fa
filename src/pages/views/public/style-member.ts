/** Pages of signed-in members in the look of the school: one column below its header. */
export const memberStyle = `
.titled { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.75rem 1.5rem; margin-bottom: 1.5rem; }
.member main section:not(.discussion) > h2:first-child { margin-top: calc(var(--space) * 2.75rem); }
.member main { max-width: 74rem; margin-inline: auto; padding: calc(var(--space) * 2.5rem) clamp(1.25rem, 5vw, 2.5rem) calc(var(--space) * 4rem); }
.member main > * { max-width: 48rem; }
.member.narrow main > * { max-width: 34rem; }
.member main > .shelf, .member main > .resume { max-width: none; }
.member main > .account-columns, .member main > .titled:has(+ .account-columns) { max-width: none; }
@media (min-width: 64rem) {
  .account-columns { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0 4rem; align-items: start; }
  .account-columns .contents { margin-top: 0.5rem; }
}
.bullets { margin-top: 0.5rem; padding-inline-start: 1.25rem; list-style: disc; }
.bullets + p { margin-top: 0.5rem; }
.member .lead + h2 { margin-top: calc(var(--space) * 2rem); }
.resume { display: grid; gap: 1rem 2rem; padding: 1.25rem; border: 1px solid var(--line); border-radius: var(--radius); margin-top: 1.5rem; }
.resume img { width: 100%; aspect-ratio: 16 / 9; object-fit: cover; border-radius: var(--radius); }
.resume > div { display: grid; gap: 0.5rem; align-content: center; min-width: 0; }
.member .resume h2 { margin: 0; overflow-wrap: anywhere; }
.shelf > .cards { margin-top: 1rem; }
.card .above { position: relative; z-index: 1; }
@media (min-width: 40rem) {
  .resume:has(img) { grid-template-columns: minmax(0, 20rem) minmax(0, 1fr); }
}
.member main h1 { font-size: clamp(1.875rem, 1.5rem + 1.8vw, 2.75rem); line-height: 1.12; }
.member.beside-outline .desk { max-width: 74rem; padding-inline: clamp(1.25rem, 5vw, 2.5rem); margin-inline: auto; }
.member.beside-outline main { padding-inline: 0; }
.member .syllabus { margin-inline: 0; padding-top: 1rem; }
@media (min-width: 46rem) {
  .member.beside-outline .desk, .member .syllabus { width: 100%; }
}
@media (min-width: 68rem) {
  .member .syllabus { padding-top: calc(var(--space) * 2.5rem); }
  .member.beside-outline .desk { column-gap: 3rem; }
}
`;
