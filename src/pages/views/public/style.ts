/** Public pages: header with menu, wide pages with cards, narrow pages with text, and footer. */
export const publicStyle = `
html:has(.public) { background: var(--paper); scroll-padding-top: 1rem; }
.public main { width: 100%; }
.wrap { width: 100%; max-width: 74rem; margin-inline: auto; padding-inline: clamp(1.25rem, 5vw, 2.5rem); }
.public a { text-decoration-color: var(--rubric); }
.public main a:not(.button, .plain) { color: var(--link); }
:is(.public, .branded) .button { border-radius: var(--radius); border-color: var(--primary); }
:is(.public, .branded) .button.primary { background: var(--primary); border-color: var(--primary); color: var(--on-primary); }
:is(.public, .branded) .button.primary:hover { background: var(--press); border-color: var(--press); }
:is(.public, .branded) .button.secondary { border-color: var(--line); }
:is(.public, .branded) .button.danger { border-color: var(--rubric); }
.public input { border-radius: var(--radius); }
.public section > h2:first-child, .public .lead + h2 { margin-top: 0; }
.results { display: grid; gap: calc(var(--space) * 2.5rem); }
.results h2 { margin-bottom: 1rem; }
.own-head { border-bottom: 1px solid var(--rule); background: var(--desk); }
.own-head .wrap { padding-block: 0.75rem; }

.band { padding-block: calc(var(--space) * 3rem); }
.band + .band { border-top: 1px solid var(--rule); }
.band:nth-of-type(even) { background: var(--desk); }
.band > .wrap > header { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 0.25rem 2rem; margin-bottom: calc(var(--space) * 1.5rem); }
.band h2 { margin: 0; font-size: clamp(1.5rem, 1.3rem + 0.8vw, 1.875rem); line-height: 1.2; letter-spacing: -0.01em; }
.band header a { display: inline-flex; align-items: center; min-height: 2.75rem; }
.hero { padding-block: calc(var(--space) * clamp(3rem, 8vw, 6rem)); }
.hero .wrap { display: grid; gap: 2.5rem; align-items: center; }
.hero h1 { font-size: clamp(2.25rem, 1.5rem + 3.4vw, 4rem); line-height: 1.08; letter-spacing: -0.02em; }
:lang(zh) .hero h1 { letter-spacing: 0; line-height: 1.25; }
.hero .lead { font-size: clamp(1.0625rem, 1rem + 0.4vw, 1.25rem); line-height: 1.55; max-width: 40rem; }
.hero .actions { margin-top: 2rem; }
.hero img { display: block; width: 100%; aspect-ratio: 4 / 3; object-fit: cover; border-radius: var(--radius); }
@media (min-width: 56rem) {
  .hero .pictured { grid-template-columns: minmax(0, 1.15fr) minmax(0, 1fr); gap: 4rem; }
}

.page { padding-block: calc(var(--space) * 2.5rem) calc(var(--space) * 4rem); }
.page > header { margin-bottom: calc(var(--space) * 2rem); }
.page h1 { font-size: clamp(1.875rem, 1.5rem + 1.8vw, 2.75rem); line-height: 1.12; }
.page > header .lead { font-size: 1.125rem; max-width: 44rem; }
.crumbs ol { display: flex; flex-wrap: wrap; gap: 0 0.5rem; margin: 0 0 0.75rem; padding: 0; list-style: none; font-size: 0.875rem; color: var(--soft); }
.crumbs li { display: inline-flex; align-items: center; gap: 0.5rem; min-width: 0; }
.crumbs li + li::before { content: "/"; color: var(--line); }
.crumbs a { display: inline-flex; align-items: center; min-width: 0; min-height: 2rem; overflow-wrap: anywhere; }
.seek:has(.narrowing) { flex-wrap: wrap; max-width: 56rem; }
.seek:has(.narrowing) > input { flex: 1 1 10rem; max-width: 24rem; }
.narrowing { flex: 1 0 100%; }
.narrowing > summary { display: inline-flex; align-items: center; gap: 0.5rem; min-height: 2.75rem; cursor: pointer; text-decoration: underline; text-decoration-color: var(--rubric); text-underline-offset: 0.2em; }
.filters { display: grid; grid-template-columns: repeat(auto-fit, minmax(10rem, 1fr)); gap: 0.75rem 1rem; padding-block: 0.5rem; }
.filters label { display: grid; gap: 0.25rem; font-size: 0.875rem; }
.filters select { width: 100%; min-height: 2.75rem; }
.found { display: flex; flex-wrap: wrap; align-items: center; gap: 0 1.25rem; margin-top: 1rem; color: var(--soft); }
.found > span { min-width: 0; overflow-wrap: anywhere; }
.found > a { display: inline-flex; align-items: center; min-height: 2.75rem; }

.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); gap: calc(var(--space) * 2.25rem) 2rem; }
.card { position: relative; display: flex; flex-direction: column; min-width: 0; padding-top: 1rem; border-top: 1px solid var(--line); }
.card.pictured { padding-top: 0; border-top: 0; }
.card .plate { display: grid; place-items: center; aspect-ratio: 16 / 9; margin-bottom: 0.875rem; overflow: hidden; border-radius: var(--radius); background: var(--wash); color: var(--rubric); font: 3rem/1 var(--serif); }
.card .plate img { width: 100%; height: 100%; object-fit: cover; }
.card.person { flex-flow: row nowrap; align-items: center; gap: 1rem; padding-top: 0; border-top: 0; }
.card.person .plate { flex: none; width: 4.5rem; aspect-ratio: 1; margin: 0; border-radius: 50%; font-size: 1.75rem; }
.card.person > div:last-of-type { min-width: 0; }
.eyebrow { font-size: 0.875rem; color: var(--rubric); }
.card :is(h2, h3) { margin: 0; letter-spacing: 0; font: 400 1.25rem/1.3 var(--serif); overflow-wrap: anywhere; text-wrap: balance; }
:lang(zh) .card :is(h2, h3) { font-weight: 600; line-height: 1.5; }
.card :is(h2, h3) a { text-decoration: none; }
.card :is(h2, h3) a::after { content: ""; position: absolute; inset: 0; }
.card:hover :is(h2, h3) a { text-decoration: underline; text-decoration-color: var(--rubric); text-decoration-thickness: 1px; }
.card :is(h2, h3) a:focus-visible { outline: none; }
.card:has(a:focus-visible) { outline: 3px solid var(--ink); outline-offset: 6px; }
.card .note { margin-top: 0.375rem; color: var(--soft); font-size: 0.9375rem; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; line-clamp: 3; overflow: hidden; overflow-wrap: anywhere; }
.meta { display: flex; flex-wrap: wrap; gap: 0 1rem; margin-top: auto; padding-top: 0.75rem; font-size: 0.875rem; color: var(--soft); font-variant-numeric: tabular-nums; }
.meta b { color: var(--ink); }
.page .pager { margin-top: 2.5rem; }

.split { display: grid; gap: calc(var(--space) * 2.5rem) 4rem; grid-template-columns: minmax(0, 1fr); }
/* Prices come first on narrow screens. */
.split > .side { order: -1; min-width: 0; }
.split > .main > section + section, .split > .main > .text + section { margin-top: calc(var(--space) * 2.5rem); }
.split h2 { margin: 0 0 0.75rem; }
.box { padding: 1.5rem; border: 1px solid var(--rule); border-radius: var(--radius); background: var(--desk); }
.box + .box { margin-top: 1rem; }
.box h2 { font-size: 1.125rem; }
.box { overflow-wrap: anywhere; }
.ticket-code { display: block; width: 10rem; height: 10rem; margin-top: 0.5rem; border-radius: 4px; }
.box .aside { margin-top: 0.75rem; }
.box .aside a { display: inline; min-height: 0; }
.box .button { width: 100%; }
.box .button + .aside, .box p + .button { margin-top: 0.75rem; }
.offers { display: grid; }
.offers li { display: grid; gap: 0.25rem 1rem; padding-block: 0.75rem; border-bottom: 1px solid var(--rule); }
.offers li:first-child { padding-top: 0; }
.offers li:last-child { border-bottom: 0; }
.offers .button { margin-top: 0.5rem; }
.offers b { font: 400 1.375rem/1.3 var(--serif); font-variant-numeric: lining-nums; }
.offers s { color: var(--soft); }
.factList { display: grid; gap: 0.625rem; font-size: 0.9375rem; }
.factList dt { color: var(--soft); font-size: 0.875rem; }
.factList dd { min-width: 0; overflow-wrap: anywhere; }
.wide-cover { display: block; width: 100%; aspect-ratio: 16 / 9; object-fit: cover; margin-bottom: 2rem; border-radius: var(--radius); background: var(--wash); }
@media (min-width: 60rem) {
  .split { grid-template-columns: minmax(0, 1fr) 19rem; }
  .split > .side { order: 0; position: sticky; top: 1.5rem; align-self: start; }
}
.outline details { border-bottom: 1px solid var(--rule); }
.outline details:first-of-type { border-top: 1px solid var(--rule); }
.outline summary { display: flex; justify-content: space-between; gap: 1rem; padding-block: 0.75rem; text-decoration: none; }
.outline summary::before { content: "+"; flex: none; width: 0.75rem; color: var(--rubric); }
.outline details[open] > summary::before { content: "–"; }
.outline summary .foreign { flex: 1; }
.outline summary::marker { content: none; }
.outline summary::-webkit-details-marker { display: none; }
.outline li { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding: 0.3125rem 0 0.3125rem 1.75rem; font-size: 0.9375rem; }
.outline li .foreign { min-width: 0; }
.outline li a { min-width: 0; }
.outline .soft { font-size: 0.875rem; }
.answers details { border-top: 1px solid var(--rule); }
.answers details:last-of-type { border-bottom: 1px solid var(--rule); }
.answers summary { padding-block: 0.75rem; font-weight: 600; text-decoration: none; }
.answers .text { padding-bottom: 1rem; }
.people { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; overflow-wrap: anywhere; }
.people a { font-size: 1.0625rem; }
.tags { display: flex; flex-wrap: wrap; gap: 0 0.875rem; }
.tags a { display: inline-flex; align-items: center; min-width: 0; min-height: 2rem; overflow-wrap: anywhere; }
.tags bdi { min-width: 0; }

.text { max-width: 42rem; overflow-wrap: anywhere; }
.text > * + * { margin-top: 1em; }
.text h1, .text h2, .text h3, .text h4 { margin-top: 1.75em; font-family: var(--serif); line-height: 1.25; }
.text > :first-child { margin-top: 0; }
.text h1 { font-size: 1.625rem; }
.text h2 { font-size: 1.4375rem; }
.text h3 { font-size: 1.1875rem; font-weight: 400; }
.text h4, .text h5, .text h6 { font: 600 1rem/1.5 var(--sans); }
.text ul, .text ol { padding-inline-start: 1.375rem; }
.text ul { list-style: disc; }
.text li + li { margin-top: 0.25rem; }
.text img { max-width: 100%; height: auto; border-radius: var(--radius); }
.text mark { padding-inline: 0.125em; background: color-mix(in srgb, var(--rubric) 18%, transparent); color: inherit; }
.text dt { font-weight: 600; }
.text dd + dt { margin-top: 0.5rem; }
.text dd { padding-inline-start: 1.25rem; }
.text blockquote { margin-inline: 0; padding-inline-start: 1.25rem; border-inline-start: 3px solid var(--rubric); color: var(--soft); }
.text pre { padding: 1rem; overflow-x: auto; border-radius: var(--radius); background: var(--desk); font: 0.875rem/1.6 var(--mono); overflow-wrap: normal; }
.text table { display: block; max-width: 100%; overflow-x: auto; overflow-wrap: normal; border-collapse: collapse; font-size: 0.9375rem; }
.text th, .text td { padding: 0.5rem 0.875rem 0.5rem 0; border-bottom: 1px solid var(--rule); text-align: start; vertical-align: top; }
.text hr { height: 0; border: 0; border-top: 1px solid var(--rule); }
.column { max-width: 42rem; margin-inline: auto; }
.column > * + * { margin-top: calc(var(--space) * 1.5rem); }
.column > section { margin-top: calc(var(--space) * 2.5rem); }
.column .text { font-size: 1.0625rem; line-height: 1.7; }
.column .text:lang(zh) { line-height: 1.85; }
.blocks > * + * { margin-top: 2rem; }
.blocks figure { margin-inline: 0; }
.blocks figure img { display: block; max-width: 100%; height: auto; border-radius: var(--radius); }
.blocks figcaption { margin-top: 0.5rem; color: var(--soft); font-size: 0.875rem; }
.blocks hr { width: 100%; border: 0; border-top: 1px solid var(--rule); }
.large-portrait { width: 9rem; height: 9rem; object-fit: cover; border-radius: 50%; background: var(--wash); }

.bottom { border-top: 1px solid var(--rule); background: var(--desk); font-size: 0.875rem; color: var(--soft); }
.bottom .wrap { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; padding-block: 2rem; }
.bottom ul { display: flex; flex-wrap: wrap; gap: 0 1.5rem; }
.bottom li a { display: inline-flex; align-items: center; min-height: 2.75rem; }
.bottom .fine { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 1.5rem; font-size: 0.8125rem; }
.bottom address { font-style: normal; white-space: pre-line; overflow-wrap: anywhere; }
.bottom .foreign { overflow-wrap: anywhere; }
@media (prefers-reduced-motion: no-preference) {
  .public .button { transition: background-color 120ms, border-color 120ms; }
}
`;
