/** Switches of language and theme in the footer. */
export const switchesStyle = `
.switches { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; scroll-margin-top: 1rem; }
.switches fieldset { display: flex; flex-wrap: wrap; align-items: center; gap: 0 0.25rem; margin: 0; padding: 0; border: 0; }
.switches legend { float: left; line-height: 2.75rem; margin-inline-end: 0.25rem; padding: 0; color: var(--soft); font-size: 0.8125rem; font-weight: 400; }
.switches button { min-height: 2.75rem; padding: 0 0.5rem; border: 0; background: none; color: inherit; font: inherit; font-size: 0.8125rem; text-decoration: underline; text-decoration-color: var(--line); text-underline-offset: 0.25em; cursor: pointer; }
.switches button:hover { text-decoration-color: currentColor; }
.switches button[aria-pressed="true"] { color: var(--ink); font-weight: 600; text-decoration: none; }
.switches:target { outline: 3px solid var(--rubric); outline-offset: 0.375rem; }
.foot .switches { flex: 1 0 100%; }
@media print { .switches { display: none; } }
`;
