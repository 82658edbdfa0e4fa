/** Styles of membership plans side by side. */
export const plansStyle = `
.billing { display: inline-flex; flex-wrap: wrap; gap: 0.25rem; margin: 0 0 1.5rem; padding: 0.25rem; border: 1px solid var(--line); border-radius: calc(var(--radius) + 4px); }
.billing label { position: relative; display: inline-flex; flex-wrap: wrap; align-items: center; gap: 0 0.5rem; min-height: 2.75rem; padding: 0.25rem 1rem; border-radius: var(--radius); cursor: pointer; }
.billing input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; cursor: pointer; }
.billing label:has(:checked) { background: var(--primary); color: var(--on-primary); }
.billing label:has(:focus-visible) { outline: 3px solid var(--ink); outline-offset: 2px; }
.billing small { font-size: 0.875rem; }
.plans:has(.by-month:checked) .per-year, .plans:has(.by-year:checked) .per-month { display: none; }
.plan-cards { display: flex; flex-wrap: wrap; gap: 1.5rem; margin: 0; padding: 0; list-style: none; }
.plan { display: flex; flex: 1 1 16rem; flex-direction: column; gap: 1rem; min-width: 0; max-width: 27rem; padding: 1.5rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--desk); overflow-wrap: anywhere; }
.plan > * { margin: 0; }
.plan.main-plan { border: 2px solid var(--primary); background: var(--paper); }
.plan :is(h2, h3) { letter-spacing: 0; font: 400 1.5rem/1.3 var(--serif); text-wrap: balance; }
:lang(zh) .plan :is(h2, h3) { font-weight: 600; line-height: 1.5; }
.plan :is(h2, h3) a { text-decoration: none; }
.plan .note { color: var(--soft); }
.plan-price { display: grid; gap: 0.5rem; }
.plan-price > p { margin: 0; }
.plan-price > p > .soft { display: block; }
.plan-price b { font: 400 2rem/1.2 var(--serif); font-variant-numeric: lining-nums; }
.plan-price .saving { color: var(--rubric); font-size: 0.9375rem; }
.plan-price .button { margin-top: 0.25rem; }
.plan-price + .plan-price:not(.per-year) { padding-top: 1rem; border-top: 1px solid var(--rule); }
.plan .ticks { display: grid; gap: 0.5rem; margin: 0; padding: 1rem 0 0; border-top: 1px solid var(--rule); list-style: none; font-size: 0.9375rem; }
.plan .ticks li { position: relative; padding-left: 1.5rem; }
.plan .ticks li::before { content: "✓" / ""; position: absolute; left: 0; color: var(--rubric); }
.plan > .aside { margin-top: auto; }
.plan > .aside a { display: inline-flex; align-items: center; min-height: 2.75rem; }
.card.portrayed .plate { width: 5rem; aspect-ratio: 1; border-radius: 50%; font-size: 1.75rem; }
@media (max-width: 40rem) {
  .plan { max-width: none; }
}
@media (forced-colors: active) {
  .billing label:has(:checked) { outline: 2px solid Highlight; }
}
`;
