/** Derived pages of the admin area: dense tables, facts, forms with many fields. */
export const derivedStyle = `
.admin:not(.docs) { --serif: var(--sans); font-size: 0.9375rem; }
.admin:not(.docs) .sheet { max-width: none; padding: 0.5rem 0 3rem; border: 0; background: none; box-shadow: none; }
.admin:not(.docs) .sheet::after { content: none; }
.admin:not(.docs) h1 { font-size: 1.5rem; font-weight: 650; line-height: 1.2; }
.admin:not(.docs) h2 { font-size: 1.0625rem; font-weight: 650; }
.admin:not(.docs) h3 { font-size: 0.9375rem; font-weight: 650; }
.admin:not(.docs) .lead { font-size: 0.9375rem; }
.admin:not(.docs) dt { font-style: normal; font-family: var(--sans); font-size: 0.875rem; }
.head-of-list { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.75rem 1.5rem; }
.acts { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1rem; margin: 0; padding: 0; list-style: none; }
.acts .button { min-height: 2.75rem; padding-inline: 1rem; }
.acts a:not(.button) { display: inline-flex; align-items: center; min-height: 2.75rem; }
h1 + .acts, .acts + .facts-of-one { margin-top: 1rem; }
.panel { margin-top: 2rem; }
.panel > .acts { margin-top: 0.5rem; }
.wide-table { max-width: 100%; overflow-x: auto; margin-top: 1rem; }
.grid { width: 100%; border-collapse: collapse; font-size: 0.9375rem; line-height: 1.35; font-variant-numeric: tabular-nums; }
.grid :is(th, td) { padding: 0.4375rem 0.75rem 0.4375rem 0; border-bottom: 1px solid var(--rule); text-align: start; vertical-align: top; }
.grid thead :is(th, td) { border-bottom-color: var(--line); color: var(--soft); font-weight: 600; white-space: nowrap; vertical-align: bottom; }
.grid thead a { color: inherit; text-decoration: none; }
.grid thead a:hover { text-decoration: underline; }
.grid tbody th { min-width: 9rem; font-weight: 600; }
.grid tbody tr:hover { background: var(--wash); }
.grid .tick { width: 2rem; }
.grid .tick label { display: grid; place-items: center start; min-width: 2.75rem; min-height: 2.75rem; margin-block: -0.4375rem; }
.grid .tick input { width: 1.125rem; height: 1.125rem; min-height: 0; margin: 0; accent-color: var(--ink); }
.grid :is(.figure, time) { white-space: nowrap; }
.tag { display: inline-block; padding: 0 0.5rem; border: 1px solid var(--line); border-radius: 999px; font-size: 0.875rem; white-space: nowrap; }
.tag:is([data-value="published"], [data-value="active"], [data-value="paid"], [data-value="succeeded"], [data-value="open"], [data-value="confirmed"]) { border-color: var(--ink); background: var(--wash); }
.tag:is([data-value="draft"], [data-value="archived"], [data-value="expired"], [data-value="revoked"], [data-value="canceled"], [data-value="disabled"]) { color: var(--soft); }
.tag:is([data-value="failed"], [data-value="past_due"], [data-value="disputed"], [data-value="suspended"]) { border-color: var(--rubric); color: var(--rubric); }
.narrow { display: grid; gap: 0.75rem; margin-top: 1rem; }
.narrow > .actions { align-items: center; margin: 0; }
.narrow summary { min-height: 2.75rem; align-content: center; cursor: pointer; }
.bulk { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1rem; margin-top: 1rem; }
.bulk select { width: auto; min-width: 10rem; }
.facts-of-one .entry { padding-block: 0.5rem; }
.parts { display: grid; gap: 0.25rem; margin: 0; }
.parts .entry { display: grid; grid-template-columns: minmax(7rem, 11rem) minmax(0, 1fr); gap: 0.75rem; padding: 0; border: 0; }
.plain { margin: 0; padding-inline-start: 1.125rem; }
ul.plain { padding: 0; list-style: none; }
.source { max-height: 24rem; margin: 0; overflow: auto; font: 0.875rem/1.6 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; }
.derived { max-width: 44rem; }
.derived .optional { font-weight: 400; font-size: 0.875rem; }
.derived fieldset { padding: 0.75rem 0 0.75rem 1rem; border-inline-start: 2px solid var(--rule); }
.derived .part { display: grid; gap: 0.25rem; min-width: 0; }
.parts-of-field { display: flex; flex-wrap: wrap; align-items: end; gap: 0.75rem; }
.parts-of-field .part { flex: 0 1 12rem; }
.derived .variant { display: grid; gap: 0.75rem; margin: 0 0 0.75rem 2rem; }
.derived .choice:has(> label > input[type="radio"]:not(:checked)) + .variant { display: none; }
.row-of-form { display: grid; gap: 0.5rem; padding-block: 0.5rem 0.75rem; border-bottom: 1px solid var(--rule); }
.row-of-form > fieldset { padding-block: 0; }
details.rare { margin-top: 0.5rem; }
details.rare > summary { min-height: 2.75rem; align-content: center; cursor: pointer; font-weight: 600; }
details.group > summary { min-height: 2.75rem; align-content: center; cursor: pointer; color: var(--soft); font-weight: 600; font-size: 0.9375rem; }
details.group ul { margin: 0; padding: 0; list-style: none; }
@media (min-width: 68rem) {
  .admin .head, .admin .foot { max-width: 84rem; }
  .admin:not(.docs) .sections a { min-height: 2.25rem; }
  .admin:not(.docs) :is(.button, input:not([type="checkbox"], [type="radio"]), select) { min-height: 2.5rem; padding-block: 0.3125rem; font-size: 0.9375rem; }
  .admin:not(.docs) .desk { grid-template-columns: 13rem minmax(0, 1fr); max-width: 84rem; }
}
`;
