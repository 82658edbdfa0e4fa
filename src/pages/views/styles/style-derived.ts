/** Derived pages of the admin area: dense tables, facts, forms with many fields. */
export const derivedStyle = `
.head-of-list { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: var(--s8) var(--s24); min-height: 2.25rem; }
.head-of-list > div { min-width: 0; }
.head-of-list h1 { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s4) var(--s12); }
.head-of-list h1 .tag { letter-spacing: 0; }
.total { color: var(--soft); font-size: var(--t13); font-variant-numeric: tabular-nums; }
.acts { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s8); margin: 0; padding: 0; list-style: none; }
.acts a:not(.button) { font-size: var(--t14); display: inline-flex; align-items: center; min-height: 2.25rem; padding-inline: var(--s4); }
:is(h1, .notice) + .acts { margin-top: var(--s12); }
.acts + :is(h1, .head-of-list) { margin-top: var(--s24); }
.head-of-list > .acts { margin-top: 0; }
.two-columns .panel { margin-top: var(--s32); }
.two-columns .panel > h2 { margin-top: 0; }
.panel > .acts { margin-top: var(--s8); }

.narrow-bar { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s8); margin-top: var(--s12); }
.narrow-bar > .seek-in-list { flex: 1 1 14rem; max-width: 24rem; }
.narrow-bar > details { order: 3; }
.narrow-bar > details[open] { flex: 1 0 100%; }
.narrow-bar summary { gap: var(--s8); min-height: 2.25rem; padding: 0 var(--s12); border: 1px solid var(--n8); border-radius: var(--r6); font-weight: 600; text-decoration: none; }
.narrow-bar summary .count { min-width: 1.25rem; padding: 0 0.375rem; border-radius: 999px; background: var(--accent-fill); color: var(--accent-text); font-size: var(--t12); text-align: center; }
.narrow-bar .filters { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 13rem), 1fr)); align-items: end; gap: var(--s12); margin-top: var(--s8); padding: var(--s16); border: 1px solid var(--n5); border-radius: var(--r10); background: var(--n2); }
.console .filters .field:first-child, .console .filters .actions { grid-column: auto; }
.console .filters label { font-size: var(--t13); }
.narrow-bar .filters .actions { gap: var(--s16); margin: 0; }
.narrow-bar a { display: inline-flex; align-items: center; min-height: 2.25rem; }

.wide-table { max-width: 100%; overflow-x: auto; margin-top: var(--s12); }
.grid { width: 100%; border-collapse: separate; border-spacing: 0; font-size: var(--t14); line-height: 1.3; font-variant-numeric: tabular-nums; }
.grid :is(th, td) { height: 2.25rem; padding: 0.25rem var(--s16) 0.25rem 0; border-bottom: 1px solid var(--n4); text-align: start; vertical-align: middle; overflow-wrap: anywhere; }
.grid :is(th, td):first-child { padding-inline-start: var(--s8); }
.grid thead :is(th, td) { border-bottom-color: var(--n6); background: var(--n1); color: var(--soft); font-weight: 500; font-size: var(--t13); white-space: nowrap; }
.grid thead a { display: inline-flex; align-items: center; gap: 0.25rem; min-height: 1.75rem; color: inherit; text-decoration: none; }
.grid thead a:hover { color: var(--ink); text-decoration: underline; }
.grid thead [aria-sort] a { color: var(--ink); font-weight: 600; }
.grid tbody th { min-width: 10rem; max-width: 26rem; font-weight: 600; }
.grid tbody th a { text-decoration: none; }
.grid tbody th a:hover { text-decoration: underline; }
.grid tbody tr:hover > * { background: var(--n2); }
.grid tbody tr:has(input:checked) > * { background: var(--accent-fill); }
.grid .number { padding-inline-end: var(--s32); text-align: end; white-space: nowrap; }
.grid .number:last-child { padding-inline-end: var(--s8); }
.grid .tick { width: 2.25rem; padding-inline-end: 0; }
.grid .tick label { display: grid; place-items: center; width: 1.75rem; height: 1.75rem; cursor: pointer; }
.grid .tick input { width: 1rem; height: 1rem; min-height: 0; margin: 0; accent-color: var(--accent-text); }
.grid :is(.figure, time) { white-space: nowrap; }
.grid td { max-width: 22rem; }
.grid .acts-of-row a { display: inline-flex; align-items: center; min-height: 1.75rem; margin-inline-end: var(--s8); }
.empty { display: grid; justify-items: start; gap: var(--s12); max-width: 34rem; margin-top: var(--s24); padding: var(--s32) var(--s24); border: 1px dashed var(--n7); border-radius: var(--r10); }
.empty p { margin: 0; }
.under-list { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: var(--s4) var(--s24); margin-top: var(--s8); color: var(--soft); font-size: var(--t13); }
.under-list .inline { display: flex; flex-wrap: wrap; gap: 0 var(--s16); }
.console :is(.pager, .ways) a, .under-list a { display: inline-flex; align-items: center; min-height: 2.25rem; }
.bulk { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s8) var(--s12); margin-top: var(--s8); }
.bulk label { font-size: var(--t13); font-weight: 400; }
.bulk select { width: auto; min-width: 10rem; max-width: 100%; }
@supports selector(:has(*)) {
  .sheet:not(:has(.grid tbody :checked)) .bulk { display: none; }
  .bulk { position: sticky; bottom: var(--s16); z-index: 2; width: fit-content; max-width: 100%; padding: var(--s8) var(--s12); border-radius: var(--r10); background: var(--n1); box-shadow: var(--float); }
}

.two-columns { display: grid; grid-template-columns: minmax(0, 1fr); gap: var(--s32); margin-top: var(--s16); }
.two-columns > div { min-width: 0; }
.two-columns > div > :first-child { margin-top: 0; }
.two-columns h2 { font-size: var(--t14); }
.facts-of-one .entry { padding-block: 0.4375rem; }
.side-of-one { display: grid; align-content: start; gap: var(--s24); }
.side-of-one .acts a { padding-inline: 0 var(--s8); }
.side-of-one section { padding-top: var(--s12); border-top: 1px solid var(--n5); }
.side-of-one h2 { margin: 0 0 var(--s4); color: var(--soft); font-weight: 600; font-size: var(--t13); }
.side-of-one .entries { margin: 0; border: 0; }
.side-of-one .entry { padding-block: var(--s4); border: 0; }
.console .side-of-one .entries > .entry { display: grid; grid-template-columns: minmax(6rem, 2fr) minmax(0, 3fr); column-gap: var(--s12); }
.events-of-one { display: grid; gap: var(--s8); margin: 0; padding: 0; list-style: none; font-size: var(--t13); }
.events-of-one .soft { display: block; }
.parts { display: grid; gap: var(--s4); margin: 0; }
.parts .entry { display: grid; grid-template-columns: minmax(7rem, 11rem) minmax(0, 1fr); gap: var(--s12); padding: 0; border: 0; }
.source { max-height: 24rem; margin: 0; overflow: auto; font: var(--t13)/1.6 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; }
.written-text { max-width: 68ch; max-height: 24rem; margin: 0; overflow: auto; font: inherit; overflow-wrap: anywhere; }
.written-text.as-written { white-space: pre-wrap; }
.written-text.text > :is(h1, h2, h3, h4, h5, h6) { font: inherit; font-weight: 600; font-size: var(--t16); }
.written-text img { max-width: 100%; height: auto; }
.with-thumbnail { display: inline-flex; align-items: center; gap: var(--s8); }
.thumbnail { flex: none; width: 2rem; height: 2rem; border-radius: 4px; background: var(--n3); object-fit: cover; }
span.thumbnail { display: grid; place-items: center; color: var(--soft); font-size: 0.625rem; font-weight: 600; }
.options > li > .thumbnail { vertical-align: middle; margin-inline-end: var(--s8); }
.picture-of-one { display: block; max-width: 100%; max-height: 20rem; border: 1px solid var(--n5); border-radius: var(--r6); }
.message-preview { max-width: 40rem; margin: var(--s24) 0; padding: var(--s16) var(--s24); border: 1px solid var(--n5); border-radius: var(--r10); overflow-wrap: break-word; }
.offer-of-course > h2 + p { margin-top: var(--s4); }
.grave-acts { margin-top: var(--s48); padding: var(--s16); border: 1px solid var(--red-border); border-radius: var(--r10); }
.console .grave-acts h2 { margin: 0; color: var(--red-text); font-size: var(--t14); }
.grave-acts .acts { margin-top: var(--s12); }

.derived { max-width: 40rem; }
.derived label:has(+ input), .derived .field > label { line-height: 1.4; }
.derived .field { gap: var(--s4); }
.derived fieldset { padding: 0 0 0 var(--s16); border-inline-start: 2px solid var(--n5); }
.derived input[type="color"] { width: 4.5rem; height: 2.25rem; padding: var(--s4); }
.color-value { display: inline-flex; align-items: center; gap: var(--s8); }
.swatch { width: 1rem; height: 1rem; border: 1px solid var(--n7); border-radius: 3px; }
.derived .part { display: grid; gap: var(--s4); min-width: 0; }
.derived fieldset:has(> .parts-of-field) { gap: 0; }
.derived .field:has(> l-markdown > .rich:not([hidden])) > .hint { display: none; }
.parts-of-field { display: flex; flex-wrap: wrap; align-items: end; gap: var(--s12); }
.parts-of-field .part { flex: 0 1 12rem; }
.derived .parts-of-field > .part { margin-top: 0; }
.console .part label { font-size: var(--t13); font-weight: 400; }
.derived .variant { display: grid; gap: var(--s12); margin: 0 0 var(--s12) 1.5rem; }
.derived .choice:has(> label > input[type="radio"]:not(:checked)) + .variant { display: none; }
.row-of-form { display: grid; gap: var(--s8); padding-block: var(--s8) var(--s12); border-bottom: 1px solid var(--n5); }
.row-of-form > fieldset { padding-block: 0; }
details.rare { margin-top: var(--s8); }
details.rare > summary { gap: var(--s8); min-height: 2.25rem; font-weight: 600; text-decoration: none; }
details.rare > summary::before { content: ""; width: 0.375rem; height: 0.375rem; border: solid var(--n9); border-width: 0 1.5px 1.5px 0; rotate: -45deg; }
details.rare[open] > summary::before { rotate: 45deg; }
.console details.rare .stack { margin-top: var(--s8); }
html:has(.foot-of-form) { scroll-padding-bottom: 6rem; }
.derived [aria-invalid="true"] { scroll-margin-block: 6rem 3rem; }
.foot-of-form { position: sticky; bottom: 0; z-index: 2; display: flex; flex-wrap: wrap; align-items: center; gap: var(--s8) var(--s16); margin: var(--s8) calc(-1 * var(--s8)) 0; padding: var(--s12) var(--s8); border-top: 1px solid var(--n5); background: var(--n1); }
.derived.lecture-editor { max-width: none; }
.lecture-editor .two-columns > * { align-content: start; }
.lecture-editor > .two-columns { margin-top: 0; }
.console .lecture-editor h2 { margin: 0; }
.lecture-editor > div:empty { display: none; }
.media-of-lecture { display: grid; gap: var(--s8); }
.player-of-lecture:empty { display: none; }
.player-of-lecture > video { width: 100%; max-height: 24rem; border-radius: var(--r6); background: #000; }
.player-of-lecture > audio { width: 100%; }
.exercise-of-lecture { display: grid; gap: var(--s12); padding: var(--s16); border: 1px solid var(--n5); border-radius: var(--r10); }
.questions-of-lecture { display: grid; gap: var(--s8); margin: 0; padding-inline-start: var(--s24); }
.draft-of-lecture { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: var(--s8) var(--s16); }
.draft-of-lecture > p { margin: 0; }
@supports selector(:has(*)) {
  .lecture-editor:not(:has(#kind > :is([value="video"], [value="audio"]):checked)) .media-of-lecture:not([data-used]) { display: none; }
}
.files-of-lecture { display: grid; gap: var(--s8); }
.files-of-lecture ol { margin: 0; padding: 0; border-top: 1px solid var(--n5); list-style: none; }
.files-of-lecture ol > li { display: flex; flex-wrap: wrap; align-items: center; gap: 0 var(--s12); min-height: 2.75rem; border-bottom: 1px solid var(--n5); }
.files-of-lecture .acts-of-part { margin-inline-start: auto; }
l-attach { display: grid; gap: var(--s8); }
.lecture-editor .foot-of-form > [hidden] { display: none; }
.around-lecture { display: flex; flex-wrap: wrap; gap: var(--s4) var(--s16); margin-top: var(--s4); font-size: var(--t13); }
.other-editors:empty { display: none; }
.other-editors > p { margin-top: var(--s8); color: var(--amber-text); font-size: var(--t13); }
.age-of-draft { font-size: var(--t13); }
.differences { max-width: 68ch; margin-top: var(--s16); border: 1px solid var(--n5); border-radius: var(--r6); font: var(--t13)/1.6 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; }
.differences > * { display: block; margin: 0; padding: 0 var(--s8); text-decoration: none; }
.differences > del { border-inline-start: 3px solid var(--red-border); background: var(--red-fill); color: var(--red-text); }
.differences > ins { border-inline-start: 3px solid var(--green-border); background: var(--green-fill); color: var(--green-text); }
.differences > del::before { content: "− "; }
.differences > ins::before { content: "+ "; }
.differences mark { background: none; color: inherit; font-weight: 700; text-decoration: underline; }
.differences summary { color: var(--soft); }
@media (max-width: 47.99rem) {
  .foot-of-form { gap: var(--s4) var(--s8); padding-block: var(--s8); }
  .foot-of-form > :is(.unsaved-note, .age-of-draft) { order: -1; flex: 1 0 100%; margin: 0; overflow: hidden; font-size: var(--t12); text-overflow: ellipsis; white-space: nowrap; }
  .console .foot-of-form > .button { flex: none; padding-inline: var(--s12); font-size: var(--t13); }
  .console :is(.pager, .ways, .under-list, .acts, .hits, .narrow-bar, .acts-of-row) a, .narrow-bar summary, details.rare > summary { min-height: 2.75rem; }
  .grid :is(th, td) { height: 2.75rem; }
  .grid .tick label { width: 2.75rem; height: 2.75rem; }
  .grid thead a, .grid tbody th a { min-height: 2.75rem; }
  .grid tbody th a { display: inline-flex; align-items: center; }
  .grid tbody th { min-width: 9rem; max-width: 60vw; }
  .grid td, .grid td .foreign { overflow-wrap: break-word; }
}
@media (min-width: 64rem) {
  .two-columns { grid-template-columns: minmax(0, 2fr) minmax(16rem, 1fr); gap: var(--s32) var(--s48); }
  .wide-table:not(:has(.panel)) { overflow-x: clip; }
  .sheet > .wide-table .grid thead :is(th, td) { position: sticky; top: 3.25rem; z-index: 1; }
}
/* Only a plan that is paid in installments has them. */
form:has(#plan_type):not(:has(#plan_type > [value="installments"]:checked)) #installments:not([aria-invalid]) { display: none; }
@media (prefers-reduced-motion: no-preference) {
  .grid tbody tr > * { transition: background-color 120ms; }
}

.durations:not(:has([value="until"]:checked)) .for-until, .durations:not(:has([value="days"]:checked)) .for-days { display: none; }
.course-form:has(#course_type):not(:has(#course_type > [value="paid"]:checked)) .if-paid, .price-form:has([name="plan_type"][value="free"]:checked) .if-paid, .price-form:has([name="plan_type"]:checked):not(:has([name="plan_type"][value="installments"]:checked)) .if-installments { display: none; }
`;
