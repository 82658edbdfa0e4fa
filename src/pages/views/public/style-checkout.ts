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
.sums .total { color: var(--ink); font-size: 1rem; }
.sums .total dd { font-size: 1.25rem; }
.sums + p, .sums + p + p { margin-top: 0.75rem; }
.sums + .aside { margin-top: 0.5rem; }
.main.narrow > section > p + .sums, .main.narrow > section > p + .aside { margin-top: 0.75rem; }
.main.narrow > section > p + form { margin-top: 0.75rem; }
.till { display: grid; gap: 2rem clamp(2rem, 5vw, 4rem); grid-template-columns: minmax(0, 1fr); max-width: 62rem; }
.till > * { min-width: 0; overflow-wrap: anywhere; }
.till-pay { display: grid; gap: 1.5rem; align-content: start; }
.till-pay > * { margin: 0; }
.till-sum img, .thanks img { display: block; width: 100%; aspect-ratio: 16 / 9; object-fit: cover; margin-bottom: 1rem; border-radius: var(--radius); background: var(--wash); }
.till-pay .button.primary { width: 100%; }
.till-pay .notice p + p { margin-top: 0.75rem; }
.code summary { min-height: 2.75rem; }
.thanks { display: grid; gap: 1rem 2rem; }
.thanks img { margin: 0; }
.thanks > div { display: grid; gap: 0.75rem; align-content: center; }
.thanks > div > * { margin: 0; }
.bank-details { display: grid; gap: 1rem 2rem; margin-top: 1rem; }
.copied { user-select: all; }
.bank-details .sums > div { flex-wrap: wrap; align-items: center; gap: 0 1rem; }
.bank-details dd { display: flex; flex: 1 1 auto; justify-content: flex-end; align-items: center; gap: 0 0.75rem; min-width: 0; overflow-wrap: anywhere; }
.bank-details dd b { min-width: 0; }
.copy { flex: none; min-width: 5.5rem; min-height: 2.75rem; padding: 0.25rem 0.75rem; border: 1px solid var(--line); border-radius: var(--radius); background: none; color: inherit; font: inherit; font-size: 0.875rem; cursor: pointer; }
.copy[hidden] { display: none; }
.scan { margin: 0; }
.scan-code { display: block; width: 12rem; height: 12rem; border-radius: 4px; }
.scan figcaption { max-width: 20rem; margin-top: 0.5rem; }
@media (max-width: 30rem) {
  .bank-details dt { flex: 1 0 100%; }
  .bank-details dd { justify-content: space-between; }
}
@media (min-width: 46rem) {
  .thanks:has(img) { grid-template-columns: minmax(0, 14rem) minmax(0, 1fr); }
}
@media (min-width: 60rem) {
  .till { grid-template-columns: minmax(0, 1fr) minmax(0, 22rem); }
  .till-sum { order: 1; align-self: start; padding: 1.5rem; border: 1px solid var(--rule); border-radius: var(--radius); background: var(--desk); }
}
.code-form { display: flex; flex-wrap: wrap; align-items: end; gap: 0.75rem; }
.code-form .field { flex: 1 1 12rem; margin: 0; }
.entry, .slot > span { min-width: 0; overflow-wrap: anywhere; }
.slot { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.5rem 1rem; width: 100%; }
.chosen-time { display: grid; gap: 0.25rem; margin-block: 1rem; padding: 0.75rem 1rem; border-inline-start: 3px solid var(--press); }
.chosen-time > p:first-child { font-weight: 600; }
.kept-lines { white-space: pre-line; overflow-wrap: anywhere; }
.receipt { display: grid; gap: 1.25rem; }
.receipt h3 { font-size: 0.875rem; color: var(--soft); }
@media (min-width: 40rem) {
  .receipt { grid-template-columns: 1fr 1fr; }
  .receipt .aside { grid-column: 1 / -1; }
}
.ways { margin-top: 0; }
.giver-says { margin: 0; }
.giver-says blockquote, .gift-card blockquote { margin: 0.5rem 0 0; padding-left: 1rem; border-left: 3px solid var(--rule); white-space: pre-line; overflow-wrap: anywhere; }
.gift-code svg { width: 8rem; border-radius: 4px; }
.gift-card { display: grid; gap: 0.75rem; padding: 1.5rem; border: 1px solid var(--rule); border-radius: var(--radius); background: var(--desk); }
.gift-card > * { margin: 0; }
.gift-name { font-size: 1.5rem; line-height: 1.2; color: var(--ink); }
.gift-code { display: grid; grid-template-columns: auto minmax(0, 1fr); align-items: center; gap: 1rem; }
.gift-code p { margin: 0; overflow-wrap: anywhere; font-size: 0.875rem; }
@media (max-width: 30rem) { .gift-code { grid-template-columns: minmax(0, 1fr); } }
@media print {
  .on-screen { display: none; }
  .public > header, .public > footer, .public nav, .actions, .notice, .receipt .aside { display: none; }
}
`;
