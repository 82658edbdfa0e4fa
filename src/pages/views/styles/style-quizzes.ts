/** The editor of quizzes. Of each question, only the fields of its kind are visible. */
export const quizzesStyle = `
.quiz-editor { max-width: 48rem; }
.quiz-settings { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 14rem), 1fr)); align-items: start; gap: var(--s12) var(--s16); }
.quiz-editor .question { padding: var(--s16); border: 1px solid var(--n5); border-radius: var(--r10); }
.quiz-editor .question + .question { margin-top: var(--s16); }
.quiz-editor .question > fieldset { display: grid; gap: var(--s12); padding: 0; border: 0; }
.quiz-editor .question > fieldset > legend { font-weight: 600; }
.quiz-editor .question > .actions { margin: 0; }
.quiz-editor .answer { gap: var(--s4); padding-block: var(--s4) var(--s8); }
.quiz-editor .answer > fieldset { padding: 0; border: 0; }
.quiz-editor .answer legend { color: var(--soft); font-style: normal; font-size: var(--t13); }
.quiz-editor .answer .row-acts { gap: 0 var(--s12); }
@media (min-width: 48rem) {
  .question:not(:has(.kind > :is([value="ordering"], [value="matching"]):checked)) .answer:not(:has(.feedback-of-answer[open])) > .row-acts { margin-top: -2.75rem; justify-self: end; }
  .console .quiz-editor .answer .fields-of-answer { grid-template-columns: auto minmax(0, 1fr) auto; }
  .console .quiz-editor .answer .fields-of-answer > .of-text { grid-column: 1 / 3; }
  .console .quiz-editor .answer .fields-of-answer > label.of-match { grid-column: 1; }
  .console .quiz-editor .answer .fields-of-answer > input.of-match { grid-column: 2 / 4; }
}
.fields-of-answer { display: grid; grid-template-columns: minmax(0, 1fr) auto; align-items: center; gap: var(--s4) var(--s12); }
.fields-of-answer > label:not(.mark-of-answer), .fields-of-answer > .wrong { grid-column: 1 / -1; }
.fields-of-answer > .of-match { grid-column: 1 / -1; }
.console .fields-of-answer > label { font-size: var(--t13); font-weight: 400; }
.mark-of-answer { display: inline-flex; align-items: center; gap: var(--s8); min-height: 2.25rem; white-space: nowrap; }
.mark-of-answer input { flex: none; width: 1.125rem; height: 1.125rem; min-height: 0; margin: 0; accent-color: var(--accent-text); }
.quiz-editor .of-kind { margin: 0; }
.question .spare-answer { display: none; }
.quiz-editor .of-typed { display: grid; gap: var(--s12); }
@supports selector(:has(*)) {
  .question .of-kind { display: none; }
  .question:has(.kind > [value="single"]:checked) .of-kind[data-kind="single"],
  .question:has(.kind > [value="true_false"]:checked) .of-kind[data-kind="true_false"],
  .question:has(.kind > [value="multiple"]:checked) .of-kind[data-kind="multiple"],
  .question:has(.kind > [value="ordering"]:checked) .of-kind[data-kind="ordering"],
  .question:has(.kind > [value="matching"]:checked) .of-kind[data-kind="matching"] { display: block; }
  .question:has(.kind > :is([value="short_text"], [value="numeric"]):checked) .of-choices,
  .question:not(:has(.kind > :is([value="short_text"], [value="numeric"]):checked)) .of-typed,
  .question:not(:has(.kind > [value="numeric"]:checked)) .of-numeric,
  .question:has(.kind > [value="numeric"]:checked) .of-comparison:has([value="folded"]:checked),
  .question:not(:has(.kind > [value="matching"]:checked)) .of-match,
  .question:has(.kind > :is([value="ordering"], [value="matching"]):checked) .fields-of-answer > .mark-of-answer,
  .question:has(.kind > :is([value="ordering"], [value="matching"]):checked) .feedback-of-answer { display: none; }
}
.feedback-of-answer { grid-column: 1 / -1; }
.feedback-of-answer > summary { min-height: 2rem; color: var(--soft); font-size: var(--t13); }
.console .quiz-editor .feedback-of-answer > input { width: 100%; }
.question .rich .rendered { min-height: 3.25rem; }
.question l-markdown { display: block; position: relative; }
.question l-markdown > .views { position: absolute; inset-inline-end: 0; bottom: calc(100% + 0.125rem); font-size: var(--t13); }
.question .tools { flex-wrap: nowrap; position: absolute; z-index: 1; inset-inline: -1px; bottom: 100%; padding: 0; overflow-x: auto; border: 1px solid var(--line); border-radius: 4px 4px 0 0; background: var(--paper); }
.question .rich:not(:focus-within) .tools { opacity: 0; pointer-events: none; }
.question .tool { flex: none; font-size: var(--t13); }
@media (min-width: 48rem) {
  .question .tool { min-width: 2rem; min-height: 2rem; padding-inline: var(--s8); }
}
.criterion > fieldset { display: grid; gap: var(--s8); padding: 0; border: 0; }
.console .criterion > fieldset > legend { color: var(--soft); font-size: var(--t13); font-style: normal; }
.line-of-criterion { display: grid; grid-template-columns: minmax(0, 1fr) 6rem; align-items: start; gap: var(--s12); }
l-rows:defined + .plain-act { display: none; }
.sum-of-points { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s8) var(--s12); }
.sum-of-points > p { margin: 0; }
.field + .sum-of-points { margin-top: calc(-1 * var(--s8)); }
.sum-of-points[data-state="unequal"] > p { color: var(--amber-text); font-weight: 600; }
`;
