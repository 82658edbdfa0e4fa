/** Events, sessions and live lectures of a member, by date. */
export const engagementsStyle = `
.member main > .engagements { max-width: 56rem; }
.engagement { position: relative; display: grid; grid-template-columns: 4.5rem minmax(0, 1fr); gap: 0.75rem 1.25rem; padding-block: 1.25rem; border-top: 1px solid var(--rule); }
.engagement.next { padding: 1.25rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--desk); }
.date-tile { align-self: start; display: grid; justify-items: center; padding: 0.5rem 0.25rem; border: 1px solid var(--line); border-radius: var(--radius); background: var(--paper); color: var(--soft); font-size: 0.8125rem; line-height: 1.35; text-align: center; }
.date-tile b { color: var(--ink); font: 400 1.75rem/1.15 var(--serif); font-variant-numeric: lining-nums; }
.date-tile span:first-child { color: var(--rubric); font-weight: 600; }
.engagement .what { display: grid; gap: 0.3125rem; min-width: 0; overflow-wrap: anywhere; }
.engagement .eyebrow { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.625rem; }
.engagement h3 { margin: 0; letter-spacing: 0; font: 400 1.25rem/1.3 var(--serif); text-wrap: balance; }
:lang(zh) .engagement h3 { font-weight: 600; line-height: 1.5; }
.engagement.next h3 { font-size: clamp(1.375rem, 1.2rem + 0.9vw, 1.75rem); }
.engagement h3 a { text-decoration: none; }
.engagement h3 a:hover { text-decoration: underline; }
.engagement time { font-variant-numeric: tabular-nums; }
.own-time { display: block; }
.own-time, .zone { font-size: 0.9375rem; }
.engagements h2 { margin-bottom: 0.75rem; }
.own-time[hidden] { display: none; }
.engagement-actions { display: flex; flex-wrap: wrap; align-items: center; gap: 0 1.25rem; margin-top: 0.25rem; }
.engagement-actions a:not(.button) { display: inline-flex; align-items: center; min-height: 2.75rem; }
.engagement .aside { margin: 0; }
.engagement[data-state="canceled"] :is(h3, time) { text-decoration: line-through; text-decoration-color: var(--soft); }
.engagement.over { padding-block: 0.875rem; }
.door { grid-column: 1 / -1; }
.door .code { font-family: var(--mono); letter-spacing: 0.06em; }
@media (min-width: 46rem) {
  .engagement:has(.door) { grid-template-columns: 4.5rem minmax(0, 1fr) 11rem; }
  .door { grid-column: 3; }
}
`;
