/** Header, content sheet and footer. On phones, the sheet fills the screen. */
export const frameStyle = `
.view-bar { position: sticky; top: 0; z-index: 30; display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.25rem 1rem; padding: 0.5rem 1rem; background: #5b2a00; color: #fff; font-size: 0.875rem; }
.view-bar p { margin: 0; }
.view-bar .button { border-color: #fff; background: transparent; color: #fff; }
.skip { position: absolute; left: 1rem; top: -6rem; z-index: 1; padding: 0.75rem 1rem; background: var(--ink); color: var(--paper); }
.skip:focus { top: 0.5rem; }
.head, .foot { width: 100%; max-width: 50rem; margin-inline: auto; padding-inline: clamp(1.25rem, 5vw, 2.5rem); }
.head { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.25rem 1.5rem; padding-block: 1rem; }
.site { display: flex; min-width: 0; min-height: 2.75rem; align-items: center; font-size: 1.125rem; line-height: 1.3; }
.site, .site a { gap: 0.75rem; }
.site a { display: flex; min-width: 0; min-height: 2.75rem; align-items: center; text-decoration: none; }
.site a:hover .foreign { text-decoration: underline; text-decoration-color: var(--rubric); }
.seal { flex: none; display: grid; place-items: center; width: 2rem; height: 2rem; border-radius: 3px; background: #a3271b; color: #fff; font-size: 1.1875rem; line-height: 1; }
.person { display: flex; flex-wrap: wrap; align-items: center; gap: 0 1.25rem; min-width: 0; font-size: 0.875rem; }
.person a { display: inline-flex; align-items: center; min-height: 2.75rem; min-width: 0; }
.sheet {
  position: relative;
  justify-self: center;
  align-self: start;
  width: 100%;
  padding: 2rem clamp(1.25rem, 5vw, 2.5rem) 2.5rem;
  background: var(--paper);
  border-block: 1px solid var(--rule);
  border-bottom: 5px solid var(--ink);
}
.foot { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0.25rem 2rem; padding-block: 1.25rem 2rem; font-size: 0.8125rem; color: var(--soft); }
.foot b { color: var(--ink); }
.foot p { min-width: 0; }
@media (min-width: 46rem) {
  .head, .foot { width: calc(100% - 5rem); max-width: 48rem; padding-inline: 0; }
  .narrow .head, .narrow .foot { max-width: 29rem; }
  .head { padding-block: 1.5rem; }
  .narrow .head { padding-top: clamp(1.5rem, 8vh, 6rem); }
  .sheet { width: calc(100% - 5rem); padding: 3.25rem 3.5rem 3.5rem; border: 1px solid var(--rule); border-bottom: 0; margin-bottom: 5px; }
  .sheet { max-width: 48rem; }
  .narrow .sheet { max-width: 29rem; padding: 2.75rem 2.75rem 3rem; }
  .sheet::after { content: ""; position: absolute; inset: 100% -1.5rem auto; height: 5px; border-radius: 1px; background: var(--ink); }
}
`;
