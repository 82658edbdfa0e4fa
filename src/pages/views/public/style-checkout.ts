/** Styles of the checkout and of orders. */
export const checkoutStyle = `
.main.narrow { display: grid; gap: 2rem; max-width: 38rem; }
.main.narrow > * { min-width: 0; overflow-wrap: anywhere; }
.main.narrow > .notice, .main.narrow > .actions, .main.narrow > .stack { margin: 0; }
.main.narrow > section > h2 { margin: 0 0 0.75rem; }
.sums { border-top: 1px solid var(--rule); }
.sums > div { display: flex; justify-content: space-between; gap: 1rem; padding-block: 0.75rem; border-bottom: 1px solid var(--rule); }
.sums dt { min-width: 0; }
.sums dd { flex: none; font-variant-numeric: tabular-nums lining-nums; }
.sums .total dd { font-size: 1.25rem; }
.sums + p, .sums + p + p { margin-top: 0.75rem; }
.sums + .aside { margin-top: 0.5rem; }
.main.narrow > section > p + .sums, .main.narrow > section > p + .aside { margin-top: 0.75rem; }
.main.narrow > section > p + form { margin-top: 0.75rem; }
.code-form { display: flex; flex-wrap: wrap; align-items: end; gap: 0.75rem; }
.code-form .field { flex: 1 1 12rem; margin: 0; }
.entry, .slot > span { min-width: 0; overflow-wrap: anywhere; }
.slot { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.5rem 1rem; width: 100%; }
.lines { white-space: pre-line; overflow-wrap: anywhere; }
.receipt { display: grid; gap: 1.25rem; }
.receipt h3 { font-size: 0.875rem; color: var(--soft); }
@media (min-width: 40rem) {
  .receipt { grid-template-columns: 1fr 1fr; }
  .receipt .aside { grid-column: 1 / -1; }
}
@media print {
  .public > header, .public > footer, .public nav, .actions, .notice, .receipt .aside { display: none; }
}
`;
