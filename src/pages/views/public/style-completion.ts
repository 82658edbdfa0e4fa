/** The page of a completed course, and images of certificates. */
export const completionStyle = `
.certificate { display: block; overflow: hidden; overflow-wrap: anywhere; width: 100%; height: auto; background: #fff; border: 1px solid var(--line); border-radius: var(--radius); }
.framed { display: block; border-radius: var(--radius); }
.member main > .achieved, .member main > .achievement { max-width: none; }
.achieved { display: grid; justify-items: center; text-align: center; padding-block: 0.5rem 2rem; }
.member main .achieved h1 { margin: 0; font-size: clamp(2.125rem, 1.6rem + 2.6vw, 3.5rem); overflow-wrap: anywhere; }
.achieved .lead { max-width: 44rem; overflow-wrap: anywhere; }
.medal { width: 4.5rem; height: 4.5rem; margin-bottom: 1rem; fill: none; stroke-linecap: round; stroke-linejoin: round; }
.medal circle { fill: var(--rubric); }
.medal path { stroke: var(--paper); stroke-width: 5; stroke-dasharray: 42; animation: signed 600ms ease-out 200ms backwards; }
@keyframes signed { from { stroke-dashoffset: 42; } }
.achievement { display: grid; gap: 1.5rem 3rem; align-items: start; }
.achievement > .framed { box-shadow: 0 1rem 2.5rem -1.25rem rgb(0 0 0 / 0.35); }
.gains { display: grid; gap: 0.75rem; min-width: 0; }
.gains > .actions { margin: 0; }
.gains h3 { margin: 1rem 0 0; }
.gains .ways { display: flex; flex-wrap: wrap; gap: 0 1.25rem; margin: 0; }
.gains input { width: 100%; min-width: 0; text-overflow: ellipsis; }
.rate { display: flex; flex-wrap: wrap; gap: 0.25rem; margin-top: 0.5rem; }
.rate { margin-inline-start: -0.5rem; }
.rate button { display: grid; place-items: center; width: 3rem; height: 3rem; padding: 0; border: 0; border-radius: var(--radius); background: none; color: var(--line-strong, var(--soft)); font: 2.25rem/1 var(--latin-sans); cursor: pointer; }
.rate button:is(:hover, :focus-visible), .rate button:has(~ button:is(:hover, :focus-visible)) { color: var(--rubric); }
section.rated .stars { font-size: 1.5rem; vertical-align: -0.125rem; margin-inline-end: 0.5rem; }
.lead + .achievement { margin-top: 1.75rem; }
.gains > .entries { margin-top: 0; }
.gains .entry { padding-block: 0.625rem; }
.card .above:has(.certificate) a { display: inline-flex; align-items: center; gap: 0.875rem; margin-top: 0.5rem; }
.card .certificate { width: 6.5rem; flex: none; }
.achieved ~ .ways { display: flex; flex-wrap: wrap; gap: 0 1.5rem; margin-top: 2.5rem; }
@media (min-width: 60rem) {
  .achievement { grid-template-columns: minmax(0, 3fr) minmax(18rem, 2fr); }
}
@media (prefers-reduced-motion: reduce) {
  .medal path { animation: none; }
}
`;
