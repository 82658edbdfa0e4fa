/** The browser modules of admin pages. */
export const islandsStyle = `
l-unsaved { display: contents; }
.draft { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1rem; }
.draft > p { flex: 1 1 16rem; }
.draft > .actions { margin: 0; }
l-pick { display: grid; gap: 0.5rem; }
.chips { display: flex; flex-wrap: wrap; gap: 0.5rem; list-style: none; margin: 0; padding: 0; }
.chip { display: inline-flex; align-items: center; max-width: 100%; padding-inline-start: 0.75rem; border: 1px solid var(--line); border-radius: 999px; font-size: 0.9375rem; }
.remove-chip { display: inline-grid; place-items: center; min-width: 2.75rem; min-height: 2.75rem; margin-block: -0.25rem; padding: 0; border: 0; background: none; color: inherit; font: inherit; font-size: 1.125rem; cursor: pointer; border-radius: 999px; }
.search-of-choices { position: relative; }
.options { position: absolute; z-index: 5; inset-inline: 0; max-height: 18rem; margin: 0.25rem 0 0; padding: 0.25rem; overflow-y: auto; border: 1px solid var(--line); border-radius: 6px; background: var(--paper); box-shadow: 0 6px 20px rgb(0 0 0 / 0.15); list-style: none; }
.options > li { min-height: 2.75rem; padding: 0.625rem 0.75rem; border-radius: 4px; cursor: pointer; }
.options > li:is(:hover, [aria-selected="true"]) { background: var(--wash); outline: 2px solid var(--ink); outline-offset: -2px; }
l-upload:not(:defined):not(:has([type="file"])) { display: none; }
l-upload { display: grid; gap: 0.5rem; border-radius: 6px; }
l-upload.panel { max-width: 44rem; margin-top: 1rem; }
l-upload.over { outline: 3px solid var(--ink); outline-offset: 4px; }
.row-of-form[hidden], .row-of-form-acts[hidden] { display: none; }
l-rows { display: grid; gap: 0.5rem; justify-items: start; }
l-rows > :is(.rows-of-form, .row-of-form) { width: 100%; }
.row-acts { align-items: center; margin: 0; }
.grip { display: inline-grid; place-items: center; min-width: 2.75rem; min-height: 2.75rem; color: var(--soft); cursor: grab; touch-action: none; }
.dragged { opacity: 0.5; }
.row-acts button:disabled { opacity: 0.5; cursor: default; }
l-markdown { display: grid; gap: 0.5rem; }
.rich { border: 1px solid var(--line); border-radius: 4px; background: var(--paper); }
.rich { position: relative; }
.blocks { inset-inline: 0.75rem auto; min-width: 14rem; max-height: none; margin: 0; overflow: visible; }
.blocks > li { min-height: 2.25rem; padding-block: 0.375rem; }
.blocks[hidden] { display: none; }
.rich[hidden] { display: none; }
.tools { display: flex; flex-wrap: wrap; gap: 0.125rem; padding: 0.25rem; border-bottom: 1px solid var(--rule); }
.tool { min-width: 2.75rem; min-height: 2.75rem; padding: 0 0.625rem; border: 0; border-radius: 4px; background: none; color: inherit; font: inherit; font-size: 0.875rem; cursor: pointer; }
.tool:has(svg) { padding: 0; }
.tool svg { display: block; width: 1.25rem; height: 1.25rem; margin: auto; fill: none; stroke: currentColor; stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round; }
@media (pointer: fine) { .tool { min-width: 2rem; min-height: 2.25rem; } }
@media (max-width: 47.99rem) {
  .tools { flex-wrap: nowrap; overflow-x: auto; contain: inline-size; }
  .tool { flex: none; }
}
.tool:hover { background: var(--wash); }
.tool[aria-pressed="true"] { background: var(--ink); color: var(--paper); }
.tool[hidden] { display: none; }
.panel-of-editor:not(:empty) { padding: 0.75rem; border-bottom: 1px solid var(--rule); }
.panel-of-editor .actions { margin: 0; }
.panel-of-editor .actions > input { flex: 1 1 14rem; }
.rich > .hint { padding: 0 0.75rem; }
.library { display: grid; grid-template-columns: repeat(auto-fill, minmax(5.5rem, 1fr)); gap: 0.5rem; max-height: 16rem; overflow-y: auto; }
.picture { aspect-ratio: 1; padding: 0.25rem; border: 1px solid var(--line); border-radius: 4px; background: var(--paper); cursor: pointer; }
.picture > img { width: 100%; height: 100%; object-fit: contain; }
.rich .joined-line { white-space: normal; }
.rich .rendered { min-height: 12rem; max-height: 70vh; padding: 0.75rem; overflow: auto; white-space: pre-wrap; overflow-wrap: break-word; outline: none; }
.rich:focus-within:has(.rendered:focus) { outline: 3px solid var(--ink); outline-offset: 2px; }
l-markdown > .rendered { padding: 0.75rem; border: 1px dashed var(--line); border-radius: 4px; overflow-x: auto; }
.rendered > * + * { margin-top: 0.75rem; }
.rendered :is(ul, ol) { padding-inline-start: 1.5rem; list-style: revert; }
.rendered :is(h1, h2, h3, h4) { margin-top: 1rem; font-weight: 650; }
.rendered blockquote { margin-inline: 0; padding-inline-start: 1rem; border-inline-start: 3px solid var(--line); color: var(--soft); }
.rendered pre { padding: 0.75rem; overflow-x: auto; background: var(--wash); border-radius: 4px; font: 0.875rem/1.5 var(--mono); }
.rendered table { border-collapse: collapse; }
.rendered :is(th, td) { min-width: 3rem; padding: 0.25rem 0.5rem; border: 1px solid var(--line); text-align: start; vertical-align: top; }
.rendered img { max-width: 100%; height: auto; }
.rendered .ProseMirror-selectednode { outline: 3px solid var(--ink); }
.rendered .selectedCell { background: var(--wash); }
.ProseMirror-gapcursor { position: relative; }
.views { margin: 0; }
.drop { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1rem; }
.transfers { display: grid; gap: 0.75rem; margin: 0; padding: 0; list-style: none; }
.transfer { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.25rem 0.75rem; align-items: center; padding-block: 0.5rem; border-bottom: 1px solid var(--rule); }
.transfer > :not(.preview) { grid-column: 2; }
.transfer > .preview { grid-row: 1 / span 4; width: 4.5rem; height: 4.5rem; object-fit: contain; border: 1px solid var(--rule); border-radius: 4px; }
.transfer > .actions { margin: 0; }
.transfer progress { width: 100%; accent-color: var(--ink); }
l-pick > [role="status"]:empty, .unsaved-note:empty { display: none; }
.preview-of-look { container-type: inline-size; }
.preview-of-look h2 { margin-top: 0; }
.with-preview .field, .with-preview fieldset { min-width: 0; }
l-preview { display: grid; gap: 0.5rem; }
.preview-frame { width: 100%; height: 28rem; border: 1px solid var(--line); border-radius: 6px; background: #fff; }
.contrasts { margin: 0; padding: 0; list-style: none; font-size: 0.875rem; }
.preview-of-look [aria-pressed="true"] { border-color: var(--ink); box-shadow: inset 0 -3px 0 var(--ink); }
@media (min-width: 75rem) {
  .console form.with-preview { display: grid; grid-template-columns: minmax(0, 26rem) minmax(0, 1fr); column-gap: 2rem; max-width: none; align-items: start; }
  .with-preview > * { grid-column: 1; }
  .with-preview > .preview-of-look { grid-column: 2; grid-row: 1 / span 16; position: sticky; top: 1rem; }
  .with-preview .preview-frame { height: min(44rem, calc(100vh - 14rem)); }
  .with-preview > .foot-of-form { grid-column: 1 / -1; }
}
`;
