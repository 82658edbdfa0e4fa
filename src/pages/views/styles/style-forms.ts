/** Public forms and the form editor. */
export const formsStyle = `
.seek { display: flex; gap: 0.5rem; max-width: 30rem; margin-top: 1.25rem; }
.seek input { min-width: 0; }
.seek .button { flex: none; min-height: 3rem; }
.needed { color: var(--rubric); }
.question.stack { margin-top: 0; padding: 1.25rem; border: 1px solid var(--rule); border-radius: 3px; }
.question > legend { padding-inline: 0.375rem; margin-inline-start: -0.375rem; margin-bottom: 0; }
.question:not(:has(option[value^="choice"]:checked)) .offered { display: none; }
.question .inline .button { min-height: 2.75rem; }
.options.options > .choice label { font-weight: 400; }
h1 + .text, h1 + .reading { margin-top: 0.75rem; }
.asking { display: grid; gap: 1.125rem; }
@media (min-width: 40rem) {
  .asking { grid-template-columns: minmax(0, 1fr) 14rem; align-items: end; }
}
.row > .button.plain { justify-self: start; }
button.hidden { min-height: 2.75rem; }
section.stack { margin-top: 0; }
section.stack > h2 { margin-top: 1rem; }
.choice > .wrong { margin-bottom: 0.25rem; }
`;
