import { docsAsset } from "./asset.ts";

/** Text, tables and code of the documentation, beside the common stylesheet. Code colors have a contrast of 4.5:1. */
export const docsStyle = docsAsset(
  "docs",
  "css",
  `
:root { --code-word: #8a1f6d; --code-string: #1d5c36; --code-number: #8f4400; --code-name: #1d4f91; }
@media (prefers-color-scheme: dark) {
  :root { --code-word: #f0a3d9; --code-string: #a3d9b1; --code-number: #f0bb86; --code-name: #a9c8f5; }
}
html { scroll-padding-top: 1rem; }
.docs .doc { margin-top: 1.5rem; overflow-wrap: anywhere; }
.doc > * + * { margin-top: 1em; }
.doc > h2 { margin-top: 2.5rem; }
.doc > h3 { margin-top: 2rem; font-size: 1.0625rem; }
.doc > :is(p, ul, ol) { max-width: 42rem; }
.doc ul { padding-inline-start: 1.25rem; list-style: disc; }
.doc ol { margin-bottom: 0; padding-inline-start: 1.5rem; }
.doc li + li { margin-top: 0.25rem; }
.doc strong { font-weight: 600; }
.anchor { color: var(--soft); text-decoration: none; font-family: var(--sans); font-size: 0.875em; }
.scroll { overflow-x: auto; }
.doc table, .fields { width: 100%; border-collapse: collapse; font-size: 0.9375rem; }
.doc :is(th, td), .fields :is(th, td) { padding: 0.5rem 1rem 0.5rem 0; border-bottom: 1px solid var(--rule); text-align: start; vertical-align: top; overflow-wrap: break-word; }
.doc :is(th, td) code { overflow-wrap: break-word; }
.docs pre { margin: 0; padding: 0.875rem 1rem; overflow-x: auto; border: 1px solid var(--rule); border-radius: 3px; background: var(--desk); font: 0.8125rem/1.6 var(--mono); tab-size: 2; }
.docs pre code { font-size: inherit; overflow-wrap: normal; }
.doc > * + pre, .doc > * + .copyable { margin-top: 1em; }
.doc details > * + :is(pre, .copyable) { margin-top: 0.5rem; }
.docs .code-languages { display: flex; flex-wrap: wrap; gap: 0 1.25rem; padding: 0; list-style: none; }
.code-languages li + li { margin: 0; }
.code-languages a { display: inline-flex; align-items: center; min-height: 2.75rem; color: var(--soft); font-size: 0.9375rem; text-decoration: none; }
.code-languages a:hover { text-decoration: underline; text-decoration-color: var(--rubric); }
.code-languages a[aria-current] { color: var(--ink); font-weight: 600; text-decoration: underline; text-decoration-color: var(--rubric); text-decoration-thickness: 2px; text-underline-offset: 0.35em; }
.languages { display: flex; flex-wrap: wrap; gap: 0 1.25rem; }
.languages > input { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.languages > label { display: inline-flex; align-items: center; min-height: 2.75rem; color: var(--soft); font-size: 0.9375rem; font-weight: 400; cursor: pointer; }
.languages > label:hover, .languages > input:checked + label { text-decoration: underline; text-decoration-color: var(--rubric); text-underline-offset: 0.35em; }
.languages > input:checked + label { color: var(--ink); font-weight: 600; text-decoration-thickness: 2px; }
.languages > input:focus-visible + label { outline: 2px solid var(--ink); outline-offset: 2px; }
.languages > .code { display: none; order: 1; flex: 1 0 100%; min-width: 0; }
.languages > input:checked + label + .code { display: block; }
.copy { justify-self: end; align-self: start; min-height: 2.75rem; padding: 0 0.75rem; border: 1px solid var(--line); border-radius: 3px; background: var(--paper); color: var(--ink); font: 0.8125rem/1 var(--sans); cursor: pointer; }
/* Beside the code, above it on small screens, and never over it. */
.copyable { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.375rem; }
@media (min-width: 46rem) {
  .copyable { grid-template-columns: minmax(0, 1fr) 5rem; }
  .copyable > pre { grid-area: 1 / 1; }
  .copyable > .copy { grid-area: 1 / 2; justify-self: stretch; padding-inline: 0.25rem; }
}
.hljs-keyword, .hljs-built_in, .hljs-literal, .hljs-meta { color: var(--code-word); }
.hljs-string, .hljs-regexp { color: var(--code-string); }
.hljs-number, .hljs-subst .hljs-number { color: var(--code-number); }
.hljs-title, .hljs-attr, .hljs-variable, .hljs-type { color: var(--code-name); }
.hljs-subst { color: var(--ink); }
.hljs-comment { color: var(--soft); }
.page-contents { margin-top: 1.25rem; padding-block: 0.75rem; border-block: 1px solid var(--rule); font-size: 0.9375rem; }
.page-contents p { color: var(--soft); }
.page-contents ul { display: flex; flex-wrap: wrap; gap: 0 1.5rem; }
.page-contents a, .turn a { display: inline-flex; align-items: center; min-height: 2.25rem; }
.turn { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0.5rem 2rem; margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--rule); }
.turn p + p:last-child { margin-inline-start: auto; text-align: end; }
.turn .soft { display: block; font-size: 0.875rem; }
@media (min-width: 82rem) {
  .docs .desk { grid-template-columns: 13rem minmax(0, 60rem); max-width: 75rem; }
  .docs .head, .docs .foot { max-width: 75rem; }
  .docs .sheet { max-width: 60rem; }
}
.find { margin-top: 1.75rem; }
.find div, .line { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-top: 0.375rem; }
.find input, .line input { flex: 1 1 14rem; min-width: 0; }
.find label, .try label { font-weight: 600; }
.above { margin-bottom: 0.75rem; }
.endpoint { overflow-wrap: anywhere; }
.method { font: 600 0.8125rem/1 var(--mono); letter-spacing: 0.02em; }
h1 + .endpoint { margin-top: 0.75rem; }
.docs .fields { margin: 0.5rem 0 0; padding: 0; border-top: 1px solid var(--rule); list-style: none; }
.docs .fields > li { margin: 0; padding-block: 0.625rem; border-bottom: 1px solid var(--rule); font-size: 0.9375rem; overflow-wrap: anywhere; }
.fields p + p { margin-top: 0.125rem; }
.required { color: var(--rubric); font-size: 0.875rem; }
.values code { white-space: nowrap; }
.values code + code { margin-inline-start: 0.375rem; }
.nested { margin: 0.5rem 0 0 0.25rem; padding-inline-start: 1rem; border-inline-start: 2px solid var(--rule); }
.docs .response { margin-top: 0; padding-block: 0.375rem; border-bottom: 1px solid var(--rule); }
p.response { display: flex; gap: 0.375rem; align-items: center; min-height: 2.75rem; }
.response :is(summary, p) > b, p.response > b { flex: none; min-width: 2.25rem; }
.response > * + pre, .response > * + .copyable { margin-top: 0.5rem; }
.response summary { display: flex; gap: 0.5rem; text-decoration: none; }
.response summary::before { content: "+"; flex: none; width: 0.75rem; color: var(--rubric); }
.response[open] > summary::before { content: "–"; }
.response summary::marker { content: none; }
.response summary::-webkit-details-marker { display: none; }
.response .fields + p { margin-top: 1rem; }
.try { margin-top: 3rem; padding-top: 0.25rem; border-top: 1px solid var(--rule); }
.try form, .access form { display: grid; gap: 1rem; margin-top: 1.25rem; }
.try .actions { margin-top: 1rem; }
.access { min-width: 0; margin: 1rem 0 0; padding: 1rem 1.25rem 1.25rem; border: 1px solid var(--rule); border-radius: 3px; }
.access legend { padding-inline: 0.375rem; color: var(--soft); }
.access form { gap: 0.25rem; }
.field { display: grid; gap: 0.25rem; min-width: 0; }
.field :is(input, select, textarea) { width: 100%; min-width: 0; min-height: 2.75rem; padding: 0.5rem 0.75rem; border: 1px solid var(--line); border-radius: 3px; background: var(--paper); color: var(--ink); font: inherit; }
.field textarea { font: 0.8125rem/1.6 var(--mono); resize: vertical; }
.field ::placeholder { color: var(--soft); opacity: 1; }
.field code { font-size: 0.875rem; }
.optional { display: grid; gap: 1rem; padding-block: 0.5rem 1rem; }
#answer { margin-top: 1.5rem; }
#answer pre { max-height: 40rem; margin-top: 0.5rem; overflow: auto; }
.try .dry { display: flex; align-items: center; gap: 0.625rem; min-height: 2.75rem; font-weight: 400; }
.try .dry input { flex: none; width: 1.25rem; height: 1.25rem; min-height: 0; margin: 0; accent-color: var(--ink); }
.try [hidden] { display: none; }
.topics { margin-top: 0.75rem; border-top: 1px solid var(--rule); }
.topics li { padding-block: 0.625rem; border-bottom: 1px solid var(--rule); }
.topics .soft { font-size: 0.9375rem; }
`,
);
