import { dark, light, type Scheme } from "./tokens.ts";

/** The colors of a status in the color scheme of the school, whatever the visitor prefers. */
const tone = (name: "green" | "amber" | "red"): string =>
  (["text", "fill", "border"] as const).map((part) => `--tone-${part}: ${pick(name, part)};`).join(" ");

const pick = (name: "green" | "amber" | "red", part: "text" | "fill" | "border"): string => {
  const of = (scheme: Scheme) => scheme[name][part];
  return `light-dark(${of(light)}, ${of(dark)})`;
};

/** Quizzes and assignments that a student works on. */
export const workStyle = `
.quiz { position: relative; }
.quiz .button[hidden] { display: none; }
.quiz > .first-button { inset-block-start: 0; }
.attempts { margin-top: 0.75rem; font-weight: 600; }
.notice.ask + .until, .notice.ask + .jump { margin-top: 1.25rem; }
.until { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0.25rem 1rem; color: var(--soft); }
.until .time-left { color: var(--ink); font-variant-numeric: tabular-nums; }
.until.soon .time-left { color: var(--rubric); }
.notice.ask { ${tone("amber")} margin-top: 1rem; border-inline-start-color: var(--tone-border); background: var(--tone-fill); color: var(--ink); }
.notice.ask a { color: inherit; }
.notice.ask > * + * { margin-top: 0.5rem; }
.notice.ask ul { display: grid; gap: 0.25rem; overflow-wrap: anywhere; }
.notice.ask .handed-in { padding-inline-start: 0.75rem; border-inline-start: 2px solid var(--tone-border); }
.notice.ask .actions { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; }
.jump { position: sticky; top: 0; z-index: 2; margin-top: 1rem; padding-block: 0.5rem; background: var(--paper); }
.jump .progress { margin: 0; }
.jump .saved { margin-inline-start: auto; }
.jump ol { display: flex; flex-wrap: wrap; gap: 0.5rem; max-height: 6.75rem; margin: 0.25rem -0.25rem 0; padding: 0.25rem; overflow-y: auto; list-style: none; }
.jump a { position: relative; display: grid; place-content: center; place-items: center; min-width: 2.75rem; height: 2.75rem; padding: 0 0.5rem; border: 1.5px solid var(--line); border-radius: var(--radius, 3px); color: var(--ink); font-weight: 600; font-variant-numeric: tabular-nums; text-decoration: none; }
.jump a:hover { border-color: var(--ink); }
.jump a[data-answered] { ${tone("green")} border-color: var(--tone-border); background: var(--tone-fill); color: var(--tone-text); }
.jump a[data-answered]::after { content: "✓"; position: absolute; top: 0; inset-inline-end: 0.25rem; font-size: 0.6875rem; line-height: 1.3; }
.jump a:not([data-answered]) { border-style: dashed; }
.stepped .jump a.current { outline: 2px solid var(--ink); outline-offset: 1px; }
.questions > li { scroll-margin-top: 8rem; }
.questions > li:focus { outline: none; }
.no-answer { display: none; margin-top: 0.75rem; font-weight: 600; }
.quiz.checked .questions > li:not([data-answered]) { ${tone("amber")} background: linear-gradient(to right, var(--tone-border) 4px, transparent 4px) no-repeat; }
.quiz.checked .questions > li:not([data-answered]) .no-answer { display: block; width: fit-content; padding: 0.125rem 0.5rem; border: 1px solid var(--tone-border); border-radius: var(--radius, 3px); background: var(--tone-fill); color: var(--tone-text); }
.quiz .question .choice label { border: 1px solid var(--rule); border-radius: var(--radius, 3px); padding-inline: 0.875rem; margin-top: 0.5rem; min-height: 3rem; }
.quiz .question .choice label:hover { border-color: var(--line); }
.quiz .question .choice label:has(input:checked) { border-color: var(--ink); box-shadow: inset 0 0 0 1px var(--ink); }
.order { display: grid; gap: 0.5rem; margin: 0.75rem 0 0; padding: 0; list-style: none; counter-reset: place; }
.order > li { display: flex; align-items: center; gap: 0.75rem; min-height: 3rem; padding: 0.25rem 0.375rem 0.25rem 0.875rem; border: 1px solid var(--line); border-radius: var(--radius, 3px); background: var(--paper); counter-increment: place; }
.order > li:focus-within { border-color: var(--ink); }
.order .item { flex: 1; min-width: 0; overflow-wrap: anywhere; }
.order input[type="number"] { width: 4.5rem; min-height: 2.75rem; padding-inline: 0.5rem; }
l-order:defined .order > li::before { content: counter(place); color: var(--soft); font-variant-numeric: tabular-nums; }
.order .handle { flex: none; width: 1.25rem; height: 2.75rem; cursor: grab; touch-action: none; background: radial-gradient(circle, var(--soft) 1.5px, transparent 2px) center / 0.5rem 0.5rem; background-clip: content-box; padding-block: 0.75rem; }
.order .dragged { opacity: 0.75; box-shadow: var(--float); cursor: grabbing; }
.order .arrows { display: flex; flex: none; }
.arrow { display: grid; place-items: center; width: 2.75rem; height: 2.75rem; padding: 0; border: 0; border-radius: var(--radius, 3px); background: transparent; color: var(--ink); cursor: pointer; }
.arrow::before { content: ""; width: 0.5rem; height: 0.5rem; border: solid currentcolor; border-width: 2px 0 0 2px; rotate: 45deg; translate: 0 0.125rem; }
.arrow.down::before { rotate: 225deg; translate: 0 -0.125rem; }
.arrow:hover { background: var(--desk); }
.arrow:disabled { color: var(--rule); cursor: default; background: none; }
l-order .keep { min-height: 2.75rem; margin-top: 0.25rem; }
.question-steps { display: none; }
.foot-of-work { display: flex; flex-wrap: wrap; align-items: center; gap: 0.75rem 1rem; margin-top: 1.25rem; }
.foot-of-work .saved { flex: 1 1 100%; min-height: 1.55em; }
.foot-of-work .saved:empty { display: none; }
l-work:defined ~ .foot-of-work .saved:empty { display: block; }
.draft-files { margin-top: 1rem; }
.draft-files[hidden] { display: none; }
.marked { --tone-border: var(--rule); --tone-fill: transparent; margin-top: 0.75rem; padding: 0.625rem 0.875rem; border: 1px solid var(--tone-border); border-radius: var(--radius, 3px); background: var(--tone-fill); color: var(--ink); overflow-wrap: anywhere; }
.marked.correct { ${tone("green")} }
.marked.incorrect { ${tone("red")} }
.marked .verdict, .outcome .verdict { display: flex; align-items: center; gap: 0.5rem; color: var(--tone-text); font-weight: 700; }
.marked p + p { margin-top: 0.25rem; }
.marked .foreign { white-space: pre-wrap; }
.verdict svg { flex: none; width: 1.25rem; height: 1.25rem; }
.outcome { margin-top: 1.5rem; padding: 1rem 1.25rem; border: 1px solid var(--tone-border); border-radius: var(--radius, 3px); background: var(--tone-fill); color: var(--ink); }
.outcome.correct { ${tone("green")} }
.outcome.incorrect { ${tone("red")} }
.outcome .verdict { font-size: 1.25rem; }
@media (max-width: 37.5rem) {
  .questions > li { padding-inline-start: 0; }
  .quiz.checked .questions > li:not([data-answered]) { padding-inline-start: 0.875rem; }
  .questions > li::before { position: static; display: block; width: auto; margin-bottom: 0.25rem; text-align: start; }
  .stepped .questions { border: 0; }
  .stepped .questions > li { border: 0; }
  .stepped .questions > li:not(.current) { display: none; }
  .stepped .questions > li::before { display: none; }
  .stepped .jump ol { flex-wrap: nowrap; overflow-x: auto; }
  .stepped .jump li { flex: none; }
  /* The focus of the next question comes with the top of the form: not right below the bar of the browser. */
  .stepped { scroll-margin-top: 1rem; }
  .stepped .question-steps { position: sticky; bottom: 0; z-index: 1; display: flex; align-items: center; justify-content: space-between; gap: 0.5rem; padding-block: 0.75rem; border-top: 1px solid var(--rule); background: var(--paper); }
  .question-steps .step { flex: 1; color: var(--soft); font-size: 0.875rem; text-align: center; }
  .foot-of-work .button { flex: 1 1 auto; }
}
@media print { .jump, .question-steps { display: none; } }
.first-button { position: absolute; width: 1px; height: 1px; padding: 0; border: 0; overflow: hidden; clip-path: inset(50%); }
`;
