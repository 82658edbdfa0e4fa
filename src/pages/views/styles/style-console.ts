/**
 * The face of the admin area, the same for all schools: a bar above, the navigation at the side, and the window for
 * tables and forms.
 */
export const consoleStyle = `
html:has(.console) { background: var(--n1); scroll-padding-top: 4rem; }
.console {
  --paper: var(--n1); --desk: var(--n2); --ink: var(--n12); --soft: var(--n10); --rule: var(--n5); --line: var(--n8);
  --rubric: var(--red-text); --wash: var(--n2); --press: var(--accent-press); --serif: var(--sans);
  --area: var(--n3); --was: var(--n9); --whole: var(--n6); --point: var(--n3);
  grid-template-rows: auto 1fr auto;
  font-size: var(--t14);
}
.console :is(a, summary, .button.plain) { text-decoration-color: var(--n7); }
.fold.fold { min-width: 2rem; min-height: 2rem; font-size: var(--t16); text-decoration: none; }
.console :is(main, .bar, nav) a:hover { text-decoration-color: currentColor; }
.console :focus-visible { outline: 2px solid var(--accent-text); outline-offset: 2px; }
.console h1 { font-size: var(--t20); font-weight: 650; line-height: 1.25; letter-spacing: -0.012em; }
.console h2 { margin-top: var(--s32); font-size: var(--t16); font-weight: 650; line-height: 1.25; }
.console :is(h3, .entry h3, .panel h3) { font: 600 var(--t14)/1.4 var(--sans); color: var(--ink); }
.console .lead { margin-top: var(--s4); font-size: var(--t14); }
.console dt, .console .entry dt { font: 400 var(--t13)/1.5 var(--sans); color: var(--soft); }
.console :is(label, legend, .hint, .wrong, .button, summary) { font-size: var(--t14); }
.console .hint, .console .wrong { font-size: var(--t13); }
.console .aside, .console .count { font-size: var(--t13); }

.bar { position: sticky; top: 0; z-index: 3; display: flex; align-items: center; gap: var(--s8) var(--s12); min-height: 3.25rem; padding: 0 var(--s16); border-bottom: 1px solid var(--n5); background: var(--n1); }
.bar .site { flex: none; min-height: 2.25rem; font: 600 var(--t14)/1.3 var(--sans); }
.bar .site a { min-height: 2.25rem; gap: var(--s8); }
.bar .site .foreign { max-width: 11rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.bar .seal { width: 1.5rem; height: 1.5rem; border-radius: var(--r6); background: var(--accent-text); color: var(--accent-on); font: 600 var(--t13)/1 var(--sans); }
.console .head { width: 100%; max-width: none; padding: var(--s12) var(--s16); }
.fold { display: none; }
.find { position: relative; flex: 0 1 28rem; min-width: 0; margin-inline-start: auto; }
.console .find input { width: 100%; min-height: 2.25rem; padding: 0 2.25rem 0 var(--s12); border: 1px solid var(--n8); border-radius: var(--r6); background: var(--n2); }
.find kbd { position: absolute; inset-inline-end: var(--s8); top: 0.5rem; min-width: 1.25rem; padding: 0 0.3125rem; border: 1px solid var(--n6); border-radius: 4px; background: var(--n1); color: var(--soft); font: var(--t12)/1.25rem var(--sans); text-align: center; pointer-events: none; }
.find input:focus + kbd { display: none; }
.menus { display: flex; align-items: center; gap: var(--s8); margin-inline-start: auto; }
.bar .dropped { position: relative; display: block; font-size: var(--t14); }
.dropped > summary { gap: var(--s8); min-height: 2.25rem; padding: 0 var(--s12); border: 1px solid transparent; border-radius: var(--r6); text-decoration: none; list-style: none; white-space: nowrap; }
.dropped > summary::-webkit-details-marker { display: none; }
.dropped > summary:hover, .dropped[open] > summary { background: var(--n3); }
.dropped > summary.solid { border-color: var(--n8); font-weight: 600; }
.dropped > .menu-sheet { position: absolute; inset-inline-end: 0; top: calc(100% + 0.375rem); z-index: 4; min-width: 13rem; max-width: min(20rem, 90vw); max-height: 80vh; padding: var(--s4); overflow-y: auto; border-radius: var(--r10); background: var(--n1); box-shadow: var(--float); }
.menu-sheet :is(a, .button.plain) { display: flex; align-items: center; width: 100%; min-height: 2.125rem; padding: var(--s4) var(--s12); border-radius: var(--r6); text-decoration: none; font-size: var(--t14); overflow-wrap: anywhere; }
.menu-sheet :is(a, .button.plain):hover { background: var(--n3); text-decoration: none; }
.menu-sheet .group-of-menu { margin-top: var(--s4); padding: var(--s8) var(--s12) 0; border-top: 1px solid var(--n4); color: var(--soft); font-size: var(--t12); font-weight: 600; }
.menu-sheet p { padding: var(--s4) var(--s12); color: var(--soft); font-size: var(--t13); overflow-wrap: anywhere; }
.bar .avatar { display: grid; place-items: center; width: 1.75rem; height: 1.75rem; border-radius: 50%; background: var(--accent-fill); color: var(--accent-text); font: 600 var(--t13)/1 var(--sans); }
.dropped > summary:has(.avatar) { padding-inline: var(--s4); }

.console .desk { display: grid; grid-template-columns: minmax(0, 1fr); grid-template-rows: auto 1fr; width: 100%; max-width: none; margin: 0; column-gap: 0; align-content: stretch; }
.console .sheet { width: 100%; max-width: none; min-width: 0; margin: 0; padding: var(--s16) var(--s16) var(--s48); border: 0; background: none; }
.console .sheet::after { content: none; }
.rail { border-bottom: 1px solid var(--n5); background: var(--n2); }
.rail > summary { display: flex; gap: var(--s8); min-height: 2.75rem; padding: 0 var(--s16); text-decoration: none; list-style: none; }
.rail > summary::-webkit-details-marker { display: none; }
.rail > nav { padding: var(--s8); }
.rail .group > summary { display: flex; align-items: center; gap: var(--s8); min-height: 2rem; padding: 0 var(--s8); border-radius: var(--r6); color: var(--soft); font-weight: 600; font-size: var(--t13); text-decoration: none; list-style: none; }
.rail .group > summary::-webkit-details-marker { display: none; }
:is(.rail, .rail .group) > summary::after { content: ""; width: 0.375rem; height: 0.375rem; margin: 0 0.25rem 0.125rem auto; border: solid var(--n9); border-width: 0 1.5px 1.5px 0; rotate: 45deg; }
:is(.rail, .rail .group)[open] > summary::after { margin-bottom: -0.125rem; rotate: 225deg; }
.rail .group > summary:hover { background: var(--n3); }
.rail .group + .group { margin-top: 0.125rem; }
.rail .group ul { margin: 0; padding: 0 0 var(--s8); }
.rail li a { display: flex; align-items: center; min-height: 2.75rem; padding: var(--s4) var(--s12); border-radius: var(--r6); text-decoration: none; }
.rail li a:hover { background: var(--n3); text-decoration: none; }
.rail li a[aria-current] { background: var(--accent-fill); color: var(--accent-text); font-weight: 600; }

.console .crumbs ol { display: flex; flex-wrap: wrap; gap: 0 var(--s8); margin: 0; padding: 0; list-style: none; color: var(--soft); font-size: var(--t13); }
.console .crumbs { margin-bottom: var(--s4); }
.console .crumbs li { display: inline-flex; align-items: center; gap: var(--s8); min-width: 0; min-height: 1.75rem; overflow-wrap: anywhere; }
.console .crumbs li + li::before { content: "/"; color: var(--n7); }
.console .crumbs a { display: inline; min-height: 0; text-decoration: none; }
.console .crumbs a:hover { text-decoration: underline; }

.console .button { min-height: 2.25rem; padding: 0 var(--s12); border: 1px solid var(--n8); border-radius: var(--r6); font: 600 var(--t14)/1.3 var(--sans); }
.console .button:hover { background: var(--n3); }
.console .button.primary { min-height: 2.25rem; padding-inline: var(--s16); border-color: var(--accent-text); background: var(--accent-text); color: var(--accent-on); }
.console .button.primary:hover { border-color: var(--accent-press); background: var(--accent-press); }
.console .button.plain { padding: 0; border-color: transparent; font-weight: 400; }
.console .menu-sheet .button.plain { justify-content: start; padding: var(--s4) var(--s12); }
.console .button.plain:hover { background: none; }
.console .menu-sheet .button.plain:hover { background: var(--n3); }
.console .button.danger { min-height: 2.25rem; padding-inline: var(--s16); border-color: var(--red-text); color: var(--red-text); }
.console .button.danger:hover { background: var(--red-fill); }
.console :is(input:not([type="checkbox"], [type="radio"]), select) { min-height: 2.25rem; padding: 0.25rem 0.625rem; border: 1px solid var(--n8); border-radius: var(--r6); font-size: var(--t14); }
.console .field textarea { padding: 0.4375rem 0.625rem; border: 1px solid var(--n8); border-radius: var(--r6); font-size: var(--t14); }
.console .field textarea.mono { font: var(--t13)/1.6 var(--mono); }
.console :is(input, select, textarea):hover { border-color: var(--n10); }
.console :is(input, select, textarea)[aria-invalid] { border-color: var(--red-text); }
.console .stack { gap: var(--s16); margin-top: var(--s24); }
.console .choice label { gap: var(--s8); min-height: 2rem; padding-block: var(--s4); }
.console .choice input { width: 1rem; height: 1rem; accent-color: var(--accent-text); }
.console .choice .hint { margin-inline-start: 1.5rem; }
.console .notice { margin-top: var(--s12); padding: var(--s8) var(--s12); border: 1px solid var(--accent-border); border-radius: var(--r6); background: var(--accent-fill); color: var(--n12); }
.console .notice.grave { border-color: var(--red-border); background: var(--red-fill); color: var(--red-text); }
.notice .fields-of-problem { display: flex; flex-wrap: wrap; gap: 0 var(--s16); margin: 0; padding: 0; list-style: none; }
.fields-of-problem a { display: inline-flex; align-items: center; min-height: 2.75rem; color: inherit; font-weight: 600; }
.console .notice:first-child, .crumbs + .notice { margin: 0 0 var(--s16); }
.console .entry { padding-block: var(--s8); }
.console .entries { margin-top: var(--s16); }
.console .entry dd { overflow-wrap: anywhere; }
.console .amount .value, .console .tallies.large dd { font: 650 var(--t24)/1.2 var(--sans); font-variant-numeric: tabular-nums; letter-spacing: -0.01em; }
.console .panels { gap: var(--s24) var(--s32); margin-top: var(--s16); }
.console .foot { width: 100%; max-width: none; margin: 0; padding: var(--s12) var(--s16); border-top: 1px solid var(--n5); font-size: var(--t12); }

@media (max-width: 47.99rem) {
  .bar { position: static; flex-wrap: wrap; padding-block: var(--s8); }
  .find { order: 3; flex: 1 0 100%; }
  .find kbd { display: none; }
  .bar .site .foreign { max-width: 40vw; }
  .dropped .name { display: none; }
  .console :is(.button, .button.primary, .button.danger, .dropped > summary, input:not([type="checkbox"], [type="radio"]), select) { min-height: 2.75rem; }
  .menu-sheet :is(a, .button.plain) { min-height: 2.75rem; }
  .rail .group > summary, .console .choice label { min-height: 2.75rem; }
}
@media (min-width: 64rem) {
  .console .desk { grid-template-columns: 13.75rem minmax(0, 1fr); grid-template-rows: auto; max-width: none; }
  .console .sheet { padding: var(--s16) var(--s32) var(--s64); }
  .rail { border-bottom: 0; border-inline-end: 1px solid var(--n5); }
  .rail li a { min-height: 1.875rem; }
  .rail > nav { position: sticky; top: 3.25rem; max-height: calc(100vh - 3.25rem); overflow-y: auto; }
  /* Browsers without this pseudo-element keep the navigation collapsed. */
  @supports selector(::details-content) {
    .rail > summary { display: none; }
    .rail::details-content { content-visibility: visible; }
  }
  .fold { display: inline-flex; }
  .folded .desk { grid-template-columns: minmax(0, 1fr); }
  .folded .rail { display: none; }
}
@media (prefers-reduced-motion: no-preference) {
  .console :is(.button, a, summary, tr, input) { transition: background-color 120ms, border-color 120ms; }
}
@media print {
  .bar, .rail, .console .crumbs, .foot-of-form { display: none; }
}

.palette { width: min(38rem, 92vw); max-height: 70vh; margin: 12vh auto auto; padding: 0; border: 0; border-radius: var(--r10); background: var(--n1); color: var(--n12); box-shadow: var(--float); }
.palette::backdrop { background: rgb(10 14 20 / 40%); }
.palette .field { padding: var(--s12); border-bottom: 1px solid var(--n5); }
.palette [role="listbox"] { max-height: calc(70vh - 4rem); margin: 0; padding: var(--s8); overflow-y: auto; list-style: none; }
.palette [role="option"] { display: flex; justify-content: space-between; gap: var(--s16); padding: var(--s8) var(--s12); border-radius: var(--r6); cursor: pointer; overflow-wrap: anywhere; }
.palette [aria-selected="true"] { background: var(--accent-fill); color: var(--accent-text); }
.palette .kind { flex: none; color: var(--soft); font-size: var(--t13); }
.palette p { padding: var(--s8) var(--s12); color: var(--soft); }
.hits { display: grid; margin: var(--s8) 0 0; padding: 0; border-top: 1px solid var(--n5); list-style: none; }
.hits li { display: flex; flex-wrap: wrap; align-items: center; gap: 0 var(--s16); min-height: 2.25rem; border-bottom: 1px solid var(--n5); }
.hits a { display: inline-flex; align-items: center; min-height: 2.25rem; font-weight: 600; text-decoration: none; }
.hits a:hover { text-decoration: underline; }
.toast { position: fixed; inset-inline-end: var(--s16); bottom: var(--s16); z-index: 5; max-width: 24rem; padding: var(--s12) var(--s16); border-radius: var(--r10); background: var(--n12); color: var(--n1); box-shadow: var(--float); }
.skeleton { display: block; height: var(--s12); border-radius: var(--r6); background: var(--n4); }
@media (prefers-reduced-motion: no-preference) {
  .skeleton { animation: skeleton 1.2s ease-in-out infinite alternate; }
  @keyframes skeleton { to { background: var(--n3); } }
}
`;
