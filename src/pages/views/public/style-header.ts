/** Header of the pages in the look of the school. On phones, one line with a menu that opens below it. */
export const headerStyle = `
.top { position: relative; border-bottom: 1px solid var(--rule); }
.top .wrap { display: flex; align-items: center; gap: 0 1.25rem; padding-block: 0.5rem; }
.top .site { flex: 1 1 0; min-width: 0; max-width: max-content; margin-inline-end: auto; line-height: 1.2; }
.top .site .foreign { overflow-wrap: anywhere; }
.top .seal { background: var(--primary); color: var(--on-primary); border-radius: calc(var(--radius) / 2); }
.logo { display: block; max-width: min(14rem, 60vw); max-height: 2.75rem; width: auto; height: auto; object-fit: contain; }
.menu ul { display: flex; flex-wrap: wrap; gap: 0 clamp(0.875rem, 1.6vw, 1.5rem); }
.menu a, .menu summary, .way-in a { display: inline-flex; align-items: center; min-height: 2.75rem; text-decoration: none; font-size: 0.9375rem; overflow-wrap: anywhere; }
.menu a:hover, .way-in a:hover { text-decoration: underline; text-decoration-color: var(--rubric); }
.menu a[aria-current] { font-weight: 600; text-decoration: underline; text-decoration-color: var(--rubric); text-decoration-thickness: 2px; text-underline-offset: 0.35em; }
.menu.folded, .way-in { flex: none; }
.menu .branch { position: relative; }
.menu .branch > summary { list-style: none; cursor: pointer; gap: 0.5rem; }
.menu .branch > summary::-webkit-details-marker { display: none; }
.menu .branch > summary::after { content: ""; width: 0.4rem; height: 0.4rem; border: solid currentColor; border-width: 0 1.5px 1.5px 0; rotate: 45deg; translate: 0 -0.125rem; }
.menu .branch ul { display: block; padding-inline-start: 0.75rem; border-inline-start: 1px solid var(--rule); }
.menu.folded { order: 3; }
.menu.folded > details > ul { position: absolute; z-index: 3; inset: 100% 0 auto; display: block; padding: 0.5rem clamp(1.25rem, 5vw, 2.5rem) 1rem; border-block: 1px solid var(--rule); background: var(--paper); }
.menu.folded > details:not([open]) > ul, .me:not([open]) > div { display: none; }
.menu.folded > details > summary { list-style: none; text-decoration: underline; text-decoration-color: var(--rubric); text-underline-offset: 0.2em; }
.menu.folded a { width: 100%; }
.menu.open { display: none; }
@media (min-width: 52rem) {
  .top .site { min-width: 6rem; }
  .top .site:has(.logo) { min-width: max-content; }
  .menu.folded { display: none; }
  .menu.open { display: block; }
  .menu.open + .menu.folded + .way-in { padding-inline-start: 1.5rem; border-inline-start: 1px solid var(--rule); }
  .menu.open > ul > li > .branch > ul { position: absolute; z-index: 2; inset-inline-start: -0.75rem; min-width: 13rem; padding: 0.5rem 1rem; border: 1px solid var(--rule); border-radius: var(--radius); background: var(--paper); }
}
.way-in { display: flex; align-items: center; gap: 0 1.25rem; }
.way-in .icon, .me > summary { position: relative; display: grid; place-items: center; width: 2.75rem; height: 2.75rem; margin-inline: -0.5rem; border-radius: 50%; cursor: pointer; }
.way-in .icon:hover, .me > summary:hover { background: var(--desk); }
.drawing { fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }
.icon .count { position: absolute; top: 0.125rem; inset-inline-start: 1.5rem; min-width: 1.125rem; padding-inline: 0.25rem; border-radius: 1rem; background: #b3261e; color: #fff; font-size: 0.6875rem; font-weight: 700; line-height: 1.125rem; text-align: center; }
.me { position: relative; }
.me > summary { list-style: none; text-decoration: none; }
.me > summary::-webkit-details-marker { display: none; }
.avatar { display: grid; place-items: center; width: 2.125rem; height: 2.125rem; border-radius: 50%; background: var(--primary); color: var(--on-primary); font-size: 0.9375rem; font-weight: 600; line-height: 1; }
.me > div { position: absolute; z-index: 3; inset-block-start: calc(100% + 0.25rem); inset-inline-end: 0; width: max-content; min-width: 13rem; max-width: min(20rem, 85vw); padding: 0.5rem 1rem; border: 1px solid var(--rule); border-radius: var(--radius); background: var(--paper); box-shadow: 0 8px 24px rgb(0 0 0 / 0.12); }
.me > div > p { padding-block: 0.5rem; border-bottom: 1px solid var(--rule); font-weight: 600; overflow-wrap: anywhere; }
.me li a { display: flex; align-items: center; min-height: 2.75rem; text-decoration: none; font-size: 0.9375rem; }
.me li a:hover { text-decoration: underline; text-decoration-color: var(--rubric); }
.me li:last-child { border-top: 1px solid var(--rule); }
/* Beside a menu of all kinds of items, the menu of the person has these links. */
@media (max-width: 71.99rem) {
  .menu.open ~ .way-in .to-learn, .menu.open ~ .way-in .edit { display: none; }
}
@media (max-width: 51.99rem) {
  .top .logo { max-width: 100%; }
  .way-in { gap: 0 0.75rem; }
  .way-in .to-learn, .way-in .edit { display: none; }
}
`;
