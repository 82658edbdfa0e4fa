/** The outline of a course: sections and lectures as a tree. */
export const outlineStyle = `
.outline { display: block; margin-top: var(--s16); }
.sections-of-outline, .lectures-of-outline { margin: 0; padding: 0; list-style: none; }
.section-of-outline { margin-top: var(--s24); scroll-margin-top: 5rem; }
.head-of-part, .lecture-of-outline { display: flex; flex-wrap: wrap; align-items: center; gap: 0 var(--s12); }
.head-of-part { min-height: 2.75rem; border-bottom: 1px solid var(--n6); }
.head-of-part h2 { margin: 0; font-size: var(--t16); }
.lecture-of-outline { min-height: 2.25rem; border-bottom: 1px solid var(--n4); scroll-margin-top: 5rem; }
.lecture-of-outline { content-visibility: auto; contain-intrinsic-size: auto 2.25rem; }
.lecture-of-outline:hover, .lecture-of-outline:focus-within { background: var(--n2); }
.lecture-of-outline:has(> .tick > :checked) { background: var(--accent-fill); }
.lecture-of-outline > .tick { display: grid; place-items: center; width: 1.75rem; height: 1.75rem; cursor: pointer; }
.lecture-of-outline > .tick > input { width: 1rem; height: 1rem; min-height: 0; margin: 0; accent-color: var(--accent-text); }
.name-of-part { color: var(--accent-text); font-weight: 600; text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: 0.2em; overflow-wrap: anywhere; }
.name-of-part:hover { text-decoration-thickness: 2px; }
.console .facts-of-part a.tag { text-decoration: underline; text-underline-offset: 0.15em; }
.lecture-of-outline > .name-of-part { flex: 0 1 auto; min-width: 0; font-size: var(--t14); }
.facts-of-part { display: flex; flex-wrap: wrap; flex: 1 1 auto; align-items: center; gap: var(--s4) var(--s8); font-size: var(--t13); }
.facts-of-part > :empty { display: none; }
.acts-of-part { display: flex; align-items: center; gap: 0; }
.console .acts-of-part .button { white-space: nowrap; min-width: 2.25rem; min-height: 2.25rem; padding: 0 var(--s8); font-size: var(--t13); }
.console .acts-of-part button:is([name="up"], [name="down"]) { text-decoration: none; }
.grip-of-part { display: inline-grid; place-items: center; width: 1.75rem; height: 2.25rem; color: var(--soft); cursor: grab; touch-action: none; user-select: none; }
.dragged-part { opacity: 0.5; }
.rename-part, .add-part { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s8); }
.console .rename-part input { width: 18rem; max-width: 100%; min-height: 2.25rem; padding: var(--s4) var(--s8); }
.console .add-part { margin-top: var(--s8); }
.console .add-part input { flex: 1 1 12rem; max-width: 24rem; min-height: 2.25rem; }
.console .add-part select { width: auto; min-height: 2.25rem; }
.add-section { margin-top: var(--s24); padding-top: var(--s16); border-top: 1px solid var(--n5); }
.none-in-section { margin: var(--s8) 0 0; font-size: var(--t14); }
.lectures-of-outline:has(> li) + .none-in-section, .outline:has(.section-of-outline) > .none-in-outline { display: none; }
.outline-bar { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s8) var(--s12); margin-top: var(--s24); padding: var(--s8) var(--s12); border: 1px solid var(--n5); border-radius: var(--r10); font-size: var(--t13); background: var(--n1); }
.outline-bar .with-field { display: inline-flex; flex-wrap: wrap; align-items: center; gap: var(--s8); }
.console .outline-bar :is(select, input) { width: auto; max-width: 14rem; min-height: 2.25rem; }
.console .outline-bar label { margin: 0; font-size: var(--t13); font-weight: 400; }
.outline-bar .hint { flex: 1 1 16rem; margin: 0; }
.outline:defined .outline-bar { position: sticky; bottom: var(--s16); z-index: 2; box-shadow: var(--float); }
.outline:defined:not(.has-selection) .outline-bar { display: none; }
.state-of-outline { position: sticky; top: 3.5rem; z-index: 3; display: flex; flex-wrap: wrap; align-items: center; gap: var(--s8) var(--s16); min-height: 2.25rem; padding: 0 var(--s12); border-radius: var(--r6); background: var(--n2); font-size: var(--t13); }
.state-of-outline + ol > :first-child { margin-top: var(--s8); }
.state-of-outline:empty { visibility: hidden; }
.state-of-outline p { margin: 0; }
.state-of-outline[data-tone="bad"] { background: var(--red-fill); color: var(--red-text); }
.with-undo { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s8) var(--s16); }
.with-undo > p { margin: 0; }
.reason { display: block; }
.checklist { margin-bottom: var(--s32); padding: var(--s16); border: 1px solid var(--n5); border-radius: var(--r10); }
.two-columns .checklist { margin-top: 0; }
.checks { display: grid; gap: var(--s8); margin: var(--s8) 0; padding: 0; list-style: none; font-size: var(--t14); }
.checks .tag { margin-inline-end: var(--s8); }
.checks ul { display: flex; flex-wrap: wrap; gap: 0 var(--s16); margin: 0; padding-inline-start: var(--s16); list-style: none; font-size: var(--t13); }
.checks a { display: inline-flex; align-items: center; min-height: 1.75rem; }
.checks .tick { color: var(--green-text); }
.teaching { margin: 0; padding: 0; list-style: none; font-size: var(--t14); }
.teaching > li { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 var(--s8); }
.add-lecturer { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s8); margin-top: var(--s8); }
.console .add-lecturer label { margin: 0; font-size: var(--t13); font-weight: 400; }
.console .add-lecturer select { flex: 1 1 8rem; width: auto; min-width: 0; min-height: 2.25rem; }
.side-of-one .copyable { display: grid; justify-items: start; gap: var(--s8); }
.side-of-one .copy { min-height: 2.25rem; padding: 0 var(--s12); border: 1px solid var(--n8); border-radius: var(--r6); background: var(--n1); color: inherit; font: inherit; font-size: var(--t13); cursor: pointer; }
.side-of-one details.rare .source { white-space: pre-wrap; font: inherit; font-size: var(--t13); }
.search-of-courses { display: flex; flex-wrap: wrap; gap: var(--s8); max-width: 32rem; }
.console .search-of-courses input { flex: 1 1 12rem; width: auto; }
.choices-of-courses { max-width: 40rem; margin: 0; padding: 0; list-style: none; }
.choices-of-courses > li { display: flex; flex-wrap: wrap; align-items: center; gap: 0 var(--s12); border-bottom: 1px solid var(--n4); }
.choices-of-courses a { display: inline-flex; align-items: center; min-height: 2.75rem; font-weight: 600; overflow-wrap: anywhere; }
.consequences { max-width: 40rem; margin: 0; font-size: var(--t14); }
.consequences dt { margin-top: var(--s12); font-weight: 600; }
.consequences dd { margin: 0; }
@media (max-width: 47.99rem) {
  .lecture-of-outline { padding-block: var(--s4); contain-intrinsic-size: auto 6rem; }
  .lecture-of-outline > .name-of-part { flex: 1 1 calc(100% - 8rem); display: inline-flex; align-items: center; min-height: 2.75rem; }
  .facts-of-part, .acts-of-part { flex: 1 0 100%; }
  .acts-of-part { flex-wrap: wrap; }
  .outline-bar .hint { display: none; }
  .console .acts-of-part .button { min-width: 2.75rem; min-height: 2.75rem; }
  .lecture-of-outline > .tick, .grip-of-part { width: 2.75rem; height: 2.75rem; }
}
`;
