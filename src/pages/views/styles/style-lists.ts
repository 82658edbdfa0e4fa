/** Filters, expandable entries, and number fields with units. */
export const listsStyle = `
select { width: 100%; min-height: 3rem; padding: 0.5rem 0.75rem; border: 1px solid var(--line); border-bottom-width: 2px; border-radius: 3px; background: var(--paper); color: var(--ink); font: inherit; }
select:hover { border-color: var(--ink); }
select:focus-visible { outline-width: 2px; outline-offset: -1px; border-color: var(--ink); }
.narrowing { margin-top: 1rem; }
.filters { display: grid; gap: 1.125rem; padding-block: 0.5rem 1rem; }
.filters .actions { align-items: center; margin-top: 0; }
.filters .actions a { display: inline-flex; align-items: center; min-height: 2.75rem; }
.particulars { display: grid; gap: 0.5rem; padding-bottom: 0.75rem; }
.particulars dt { color: var(--soft); }
.particulars dd { min-width: 0; }
.on { font-weight: 600; }
h2 + .views, h2 + .dashes { margin-top: 0.5rem; }
.views a { display: inline-flex; align-items: center; min-height: 2.75rem; }
.views a[aria-current] { font-weight: 600; text-decoration-thickness: 3px; }
.ways a { display: inline-flex; align-items: center; min-height: 2.75rem; }
.measure { display: grid; grid-template-columns: 7rem minmax(0, 11rem); gap: 0.75rem; }
@media (min-width: 40rem) {
  .filters { grid-template-columns: 1fr 1fr; align-items: start; }
  .filters .field:first-child, .filters .actions { grid-column: 1 / -1; }
  .particulars > div { display: grid; grid-template-columns: 9rem minmax(0, 1fr); column-gap: 1.5rem; }
}
`;
