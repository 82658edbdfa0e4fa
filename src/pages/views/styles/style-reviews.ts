/** Reviews. */
export const reviewsStyle = `
.stars { color: var(--rubric); font-family: var(--latin-sans); letter-spacing: 0.0625em; white-space: nowrap; }
.review > * + * { margin-top: 0.375rem; }
h2 + .review { margin-top: 0.5rem; }
h1 + .review { margin-top: 1.25rem; }
.verdict .stars { margin-inline-end: 0.375rem; }
.review .work { max-width: 42rem; overflow-wrap: anywhere; }
.notice + .review { margin-top: 1rem; }
.review .reply + .soft { margin-top: 0.75rem; }
.reply { margin-top: 0.75rem; padding-inline-start: 1rem; border-inline-start: 3px solid var(--line); }
.reply .soft { font-size: 0.875rem; }
.ratings { display: grid; gap: 0.75rem 2.5rem; }
.ratings .average b { margin-inline-end: 0.25rem; font: 400 2.25rem/1 var(--serif); font-variant-numeric: lining-nums; }
.ratings ul { display: grid; justify-content: start; }
.ratings li { display: grid; grid-template-columns: 3rem minmax(0, 12rem) auto; align-items: center; gap: 0.75rem; }
.ratings li a { display: inline-flex; align-items: center; gap: 0.25rem; min-height: 2rem; }
.ratings progress { width: 100%; }
.said { margin-top: 1.5rem; }
.said > li { padding-block: 1.25rem; border-top: 1px solid var(--rule); }
.review .soft { font-size: 0.875rem; }
.row .decide { margin-top: 0.25rem; }
.decide .button { min-height: 2.75rem; }
.quotes { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr)); gap: 1.5rem; padding: 0; list-style: none; }
.quotes figure { display: flex; flex-direction: column; gap: 0.75rem; height: 100%; margin: 0; padding: 1.5rem; border: 1px solid var(--rule); border-radius: 0.625rem; }
.quotes blockquote { margin: 0; flex: 1; }
.quotes blockquote p { margin: 0; overflow-wrap: anywhere; white-space: pre-line; }
.quotes figcaption { display: grid; gap: 0.125rem; }
.grades .choice label { font-weight: 400; }
`;
