/** Stacks columns on phones, where some would be one letter wide. */
const narrow = `@media (max-width: 640px) {
  .swagger-ui .opblock-tag { flex-wrap: wrap; }
  .swagger-ui .opblock-tag small { flex: 1 0 100%; order: 1; padding: 0; }
  .swagger-ui .opblock .opblock-summary-control { flex-wrap: wrap; }
  .swagger-ui .opblock .opblock-summary-description { flex: 1 0 100%; padding-top: 5px; text-align: start; }
  .swagger-ui .responses-table { table-layout: fixed; }
  .swagger-ui .responses-table td:first-child { width: 4rem; }
  .swagger-ui .responses-table .model-example, .swagger-ui .headers-wrapper { overflow-x: auto; }
  .swagger-ui .response-controls { flex-direction: column; gap: 8px; }
  .swagger-ui .response-controls select { max-width: 100%; }
  .swagger-ui .headers thead, .swagger-ui .headers td:last-child { display: none !important; }
  .swagger-ui .headers :is(tbody, tr, td) { display: block; width: auto !important; max-width: none !important; }
  .swagger-ui .headers td { padding: 2px 0; }
}`;

/** Hides the empty links section. */
const short = `
.swagger-ui .response-col_links { display: none; }
`;

/** Darkens colors that have too little contrast (WCAG 2.1, 1.4.3). */
const readable = `
html:not(.dark-mode) .swagger-ui .info .title small { background: #5a626f; }
html:not(.dark-mode) .swagger-ui .info .title small.version-stamp { background: #4a6a00; }
html:not(.dark-mode) .swagger-ui .info .title small pre { color: #fff; }
html:not(.dark-mode) .swagger-ui :is(.info .url, .info a, .link, .renderedMarkdown a) { color: #1a5fa8; }
html:not(.dark-mode) .swagger-ui .btn.authorize, html:not(.dark-mode) .swagger-ui .btn.authorize span { color: #1d6b45; }
html:not(.dark-mode) .swagger-ui .parameter__in { color: #595959; }
html:not(.dark-mode) .swagger-ui .renderedMarkdown code { color: #6d08c4; }
html:not(.dark-mode) .swagger-ui .opblock-get .opblock-summary-method { background: #1a63b0; }
html:not(.dark-mode) .swagger-ui .opblock-post .opblock-summary-method { background: #1d6b45; }
html:not(.dark-mode) .swagger-ui .opblock-patch .opblock-summary-method { background: #0b6b58; }
html:not(.dark-mode) .swagger-ui .opblock-put .opblock-summary-method { background: #8f4f00; }
html:not(.dark-mode) .swagger-ui .opblock-delete .opblock-summary-method { background: #b3191c; }
.swagger-ui .microlight span[style*="211, 99, 99"] { color: #f3a5a5 !important; }
html.dark-mode .swagger-ui .examples-select__section-label { color: #d5d9df; }
html.dark-mode .swagger-ui .headers-wrapper .header-col { color: #d5d9df; }
html.dark-mode .swagger-ui .opblock-put .opblock-section-header { background: #5f3a28 !important; }
`;

export const style = `${narrow}${short}${readable}`;
