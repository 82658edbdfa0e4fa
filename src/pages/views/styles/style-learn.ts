/** Learning pages. */
export const learnStyle = `
.progress { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.875rem; margin-block: 0.375rem; color: var(--soft); font-size: 0.9375rem; font-variant-numeric: tabular-nums; }
progress { appearance: none; flex: none; width: 9rem; height: 0.5rem; border: 1px solid var(--line); border-radius: 3px; background: transparent; overflow: hidden; }
progress::-webkit-progress-bar { background: transparent; }
progress::-webkit-progress-value { background: var(--primary, var(--ink)); }
progress::-moz-progress-bar { background: var(--primary, var(--ink)); }
h1 + .progress, .prose + .progress { margin-top: 1rem; }
.part { margin-top: 1.5rem; }
.part h3 { font: 600 1.0625rem/1.4 var(--serif); overflow-wrap: anywhere; }
.lectures { margin: 0.5rem 0 0; padding: 0; border-top: 1px solid var(--rule); list-style: none; counter-reset: lecture; }
.lectures > li { position: relative; padding: 0.625rem 0 0.625rem 2.5rem; border-bottom: 1px solid var(--rule); counter-increment: lecture; }
.lectures > li::before { content: counter(lecture); position: absolute; left: 0; top: 0.8125rem; width: 1.75rem; color: var(--soft); font: 1rem/1.4 var(--serif); font-variant-numeric: oldstyle-nums; text-align: end; }
.lectures .title { display: flex; justify-content: space-between; align-items: baseline; gap: 0.25rem 1rem; }
.lectures .title a { display: inline-block; min-width: 0; padding-block: 0.5rem; margin-block: -0.5rem; }
.lectures .facts { font-size: 0.875rem; }
.lectures .locked .title { color: var(--soft); }
.state { flex: none; color: var(--soft); font: italic 0.9375rem/1.5 var(--serif); }
.state::before { content: "✓ "; font-style: normal; }
:lang(zh) .state { font-style: normal; }
.media { margin-top: 1.5rem; }
.media iframe { display: block; width: 100%; aspect-ratio: 16 / 9; border: 0; background: #000; }
.material audio { display: block; width: 100%; }
.media .soft { margin-top: 0.375rem; font-size: 0.9375rem; }
.material video, .material img { display: block; max-width: 100%; height: auto; margin-top: 0.5rem; }
.material audio { margin-top: 0.5rem; }
.chapters { margin: 0.5rem 0 0; padding: 0; list-style: none; }
.chapters li { display: flex; align-items: center; min-height: 2.75rem; overflow-wrap: anywhere; }
.chapters a { display: inline-flex; align-items: center; min-height: 2.75rem; gap: 0.75rem; }
.chapters .count { min-width: 3.5rem; }
.reading { max-width: 38rem; margin-top: 1.5rem; font-size: 1.0625rem; line-height: 1.65; }
:lang(zh) .reading { line-height: 1.85; }
.reading > * + * { margin-top: 0.9em; }
.reading h1, .reading h2, .reading h3 { margin-top: 1.6em; font: 600 1.1875rem/1.35 var(--serif); letter-spacing: 0; }
.reading ul, .reading ol { padding-inline-start: 1.5rem; }
.reading ul { list-style: disc; }
.reading li + li { margin-top: 0.25em; }
.reading mark { padding-inline: 0.125em; background: color-mix(in srgb, var(--rubric) 18%, transparent); color: inherit; }
.reading dt { font-weight: 600; }
.reading dd + dt { margin-top: 0.5rem; }
.reading dd { padding-inline-start: 1.25rem; }
.reading blockquote { margin-inline: 0; padding-inline-start: 1rem; border-inline-start: 3px solid var(--line); color: var(--soft); }
.reading pre { overflow-x: auto; padding: 0.75rem 1rem; background: var(--desk); font-size: 0.875rem; line-height: 1.5; }
.reading pre code { overflow-wrap: normal; font-size: inherit; }
.reading img { max-width: 100%; height: auto; }
.reading math[display="block"] { max-width: 100%; margin: 1em 0; overflow-x: auto; overflow-y: hidden; }
.reading table { display: block; max-width: 100%; overflow-x: auto; overflow-wrap: normal; border-collapse: collapse; }
.reading th, .reading td { padding: 0.375rem 0.75rem; border: 1px solid var(--rule); text-align: start; vertical-align: top; }
.syllabus { margin-inline: clamp(1.25rem, 5vw, 2.5rem); padding-bottom: 0.5rem; }
.syllabus > summary { gap: 0.5rem; }
.syllabus .section { display: flex; align-items: center; gap: 0.5rem; min-height: 2.75rem; }
.syllabus .section a { display: inline-flex; align-items: center; min-height: 2.75rem; }
.syllabus nav summary { display: flex; gap: 0.5rem; font-weight: 600; text-decoration: none; overflow-wrap: anywhere; }
.syllabus nav summary::after { content: ""; flex: none; width: 0.4375rem; height: 0.4375rem; margin: -0.25rem 0.25rem 0 auto; border: solid var(--soft); border-width: 0 1.5px 1.5px 0; rotate: 45deg; }
.syllabus nav [open] > summary::after { margin-top: 0.25rem; rotate: 225deg; }
.syllabus nav summary:hover { text-decoration: underline; }
.syllabus .count { flex: none; font-weight: 400; }
.syllabus ol { margin: 0 0 0.75rem; padding: 0; list-style: none; }
.syllabus li > * { display: block; padding: 0.5rem 0.75rem; border-inline-start: 2px solid var(--rule); font-size: 0.9375rem; text-decoration: none; overflow-wrap: anywhere; }
.syllabus li > a { min-height: 2.75rem; }
.syllabus li > a:hover { text-decoration: underline; }
.syllabus li > [aria-current] { border-color: var(--rubric); font-weight: 600; }
.syllabus li .soft { display: block; font-size: 0.8125rem; font-weight: 400; }
.syllabus .locked { color: var(--soft); }
.syllabus .state { font-size: inherit; }
@media (min-width: 46rem) {
  .syllabus { width: calc(100% - 5rem); max-width: 48rem; margin-inline: auto; }
}
@media (min-width: 68rem) {
  .beside-outline .head, .beside-outline .foot { max-width: 68rem; }
  .beside-outline .desk { grid-template-columns: 18rem minmax(0, 48rem); max-width: 68rem; }
  .beside-outline .sheet { width: 100%; }
  .syllabus { position: sticky; top: 0; align-self: start; width: 100%; max-height: 100vh; padding: 3px; overflow-y: auto; }
  /* Browsers without this pseudo-element keep the outline collapsed. */
  @supports selector(::details-content) {
    .syllabus > summary { display: none; }
    .syllabus::details-content { content-visibility: visible; }
  }
}
.quiz { margin-top: 1.5rem; }
.quiz .field { margin-top: 1rem; }
.quiz .choice .foreign, .questions > li > p > .foreign { white-space: pre-wrap; }
.quiz > .button { margin-top: 1.25rem; }
.quiz-rules { margin-top: 1.5rem; }
.questions { margin: 1rem 0 0; padding: 0; border-top: 1px solid var(--rule); list-style: none; counter-reset: question; }
.questions > li { position: relative; padding: 1rem 0 1rem 2.5rem; border-bottom: 1px solid var(--rule); counter-increment: question; }
.questions > li::before { content: counter(question); position: absolute; left: 0; top: 1rem; width: 1.75rem; color: var(--soft); font: 1rem/1.6 var(--serif); text-align: end; }
.questions .reading { margin-top: 0; }
.handed-in { display: grid; gap: 0.5rem; margin-top: 0.75rem; overflow-wrap: anywhere; }
.handed-in ul { display: grid; gap: 0.5rem; }
.work { white-space: pre-wrap; }
.quiz > fieldset { margin-top: 1rem; gap: 0; }
.quiz > fieldset > .choice label { font-weight: 400; overflow-wrap: anywhere; }
fieldset.bare:disabled button { opacity: 0.5; cursor: not-allowed; }
.finish { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1.5rem; margin-top: 2.5rem; }
.finish.onward { gap: 0.75rem; margin-top: 1.5rem; }
.finish .state { flex: initial; font-size: 1.0625rem; }
.around { display: grid; gap: 0.5rem; margin-top: 2.5rem; border-top: 1px solid var(--rule); padding-top: 1rem; }
.around a, .around p { display: block; padding-block: 0.5rem; overflow-wrap: anywhere; }
.around span.soft { display: block; font-size: 0.875rem; }
@media (min-width: 40rem) {
  .around { grid-template-columns: 1fr 1fr; column-gap: 2rem; }
  .around > :last-child:nth-child(2) { text-align: end; }
}
`;
