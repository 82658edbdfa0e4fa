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
@media (max-width: 34rem) {
  .choices:has(thead th:nth-child(4)) :is(tbody, tbody tr) { display: block; }
  .choices:has(thead th:nth-child(4)) tbody tr { display: grid; grid-template-columns: repeat(3, 1fr); padding-top: 0.75rem; }
  .choices:has(thead th:nth-child(4)) :is(thead th:first-child, tbody td) { width: auto; }
  .choices:has(thead th:nth-child(4)) thead tr { display: grid; grid-template-columns: repeat(3, 1fr); }
  .choices:has(thead th:nth-child(4)) thead th:first-child { display: none; }
  .choices:has(thead th:nth-child(4)) thead th:not(:first-child) { width: auto; }
  .choices:has(thead th:nth-child(4)) thead { display: block; }
  .choices:has(thead th:nth-child(4)) tbody th { grid-column: 1 / -1; padding-block: 0; }
}
.choices .always { color: var(--soft); }
@media (min-width: 40rem) {
  .choices thead th:not(:first-child), .choices td { width: 8rem; }
}
`;
