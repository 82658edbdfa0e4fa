/** The page of a course: cover, facts, one offer, and a bar with the price on phones. */
export const courseStyle = `
.course-page { display: grid; grid-template-columns: minmax(0, 1fr); gap: calc(var(--space) * 1.5rem) clamp(2rem, 5vw, 4rem); }
.course-page > * { min-width: 0; }
.course-page .cover { position: relative; }
.course-page .cover img { display: block; width: 100%; aspect-ratio: 16 / 9; object-fit: cover; border-radius: var(--radius); background: var(--wash); }
.course-page .cover .button { position: absolute; inset-block-end: 0.75rem; inset-inline-start: 0.75rem; }
.course-page .cover:not(:has(img)) .button { position: static; }
.course-page .lead { font-size: 1.125rem; max-width: 44rem; }
.praise { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.625rem; margin-top: 1rem; }
.praise .stars { font-size: 1.125rem; letter-spacing: 0.05em; }
.praise a { display: inline-flex; align-items: center; min-height: 2.75rem; }
.by { display: flex; flex-wrap: wrap; gap: 0.75rem 1.75rem; margin-top: 1rem; }
.by li { display: flex; align-items: center; gap: 0.75rem; min-width: 0; overflow-wrap: anywhere; }
.by img, .by .initial { flex: none; width: 3rem; height: 3rem; border-radius: 50%; object-fit: cover; background: var(--wash); }
.by .initial { display: grid; place-items: center; color: var(--rubric); font: 1.25rem/1 var(--serif); }
.by a { display: inline-flex; align-items: center; min-height: 2.75rem; }
.by .soft { font-size: 0.875rem; }
.in-short { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; margin-top: 1rem; color: var(--soft); font-size: 0.9375rem; }
.offer-line { font: 400 1.5rem/1.35 var(--serif); font-variant-numeric: lining-nums; }
.offer-line .soft { font: 0.875rem/1.5 var(--sans, inherit); }
.offer-box { display: grid; gap: 0.875rem; }
.offer-box > * { margin: 0; }
.offer-box h2 { font-size: 0.875rem; color: var(--soft); }
.offer-box .ways { display: grid; border-top: 1px solid var(--rule); padding-top: 0.5rem; }
.offer-box .ways li { padding-block: 0.375rem; }
.offer-box .ways a { display: inline-flex; align-items: center; min-height: 2rem; }
.offer-box .ways .soft { display: block; font-size: 0.875rem; }
.offer-box .gives { display: grid; gap: 0.375rem; font-size: 0.9375rem; }
.offer-box .gives li { display: flex; gap: 0.625rem; }
.offer-box .gives li::before { content: "✓"; color: var(--rubric); }
.course-body > section + section, .course-body > .text + section { margin-top: calc(var(--space) * 2.5rem); }
.course-body h2 { margin: 0 0 0.75rem; }
.price-bar { display: none; }
@media (min-width: 60rem) {
  .course-page { grid-template: "head cover" auto "head offer" auto "body offer" 1fr / minmax(0, 1fr) 22rem; }
  .course-page .cover { grid-area: cover; }
  .course-head { grid-area: head; }
  .course-offer { grid-area: offer; position: sticky; top: 1.5rem; align-self: start; }
  .course-body { grid-area: body; }
}
@media (max-width: 59.99rem) {
  .price-bar { position: sticky; bottom: 0; z-index: 2; display: flex; align-items: center; justify-content: space-between; gap: 1rem; padding: 0.625rem clamp(1.25rem, 5vw, 2.5rem); border-top: 1px solid var(--line); background: var(--paper); }
  .price-bar b { font: 400 1.25rem/1.2 var(--serif); font-variant-numeric: lining-nums; }
  .price-bar .button { flex: none; margin: 0; }
  .public:has(.price-bar) { scroll-padding-bottom: 5rem; }
}
@media print { .price-bar { display: none; } }
`;
