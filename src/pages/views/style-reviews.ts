/** What students say of courses. */
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
.grades .choice label { font-weight: 400; }
`;
