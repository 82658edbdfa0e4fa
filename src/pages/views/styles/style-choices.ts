/** Checkbox table: topics in rows, channels in columns. The whole cell is clickable. */
export const choicesStyle = `
.choices { width: 100%; margin-top: 1.5rem; border-collapse: collapse; }
.choices th { font-weight: inherit; text-align: start; }
.choices thead th { padding-block: 0.5rem; border-bottom: 2px solid var(--line); color: var(--soft); vertical-align: bottom; }
.choices tbody th { padding: 0.75rem 0.75rem 0.75rem 0; }
.choices tbody tr { border-bottom: 1px solid var(--rule); }
.choices tbody th > span { display: block; overflow-wrap: anywhere; }
.choices tbody th > span:first-child { font-weight: 600; }
.choices thead th:not(:first-child), .choices td { width: 5.5rem; padding-inline: 0.25rem; text-align: center; }
.choices td label { display: grid; place-items: center; min-height: 3rem; cursor: pointer; }
.choices input { width: 1.25rem; height: 1.25rem; min-height: 0; margin: 0; accent-color: var(--ink); }
.choices .channel { display: none; }
@media (max-width: 34rem) {
  .choices :is(tbody, tbody tr) { display: block; }
  .choices tbody tr { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 5.5rem), 1fr)); padding-top: 0.75rem; }
  .choices thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .choices tbody th { grid-column: 1 / -1; padding-block: 0; }
  .choices tbody td { width: auto; padding-inline: 0; text-align: start; align-content: center; }
  .choices td label { display: flex; align-items: center; gap: 0.5rem; overflow-wrap: anywhere; }
  .choices .channel { display: inline; min-width: 0; font-size: 0.9375rem; }
}
.choices .always { color: var(--soft); }
@media (min-width: 40rem) {
  .choices thead th:not(:first-child), .choices td { width: 8rem; }
}
`;
