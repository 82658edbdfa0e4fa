/** Discussions. */
export const discussionStyle = `
.discussion { margin-top: 2.5rem; padding-top: 1.75rem; border-top: 1px solid var(--rule); }
.discussion > .stack { margin-top: 1rem; }
.threads { margin: 1.5rem 0 0; padding: 0; list-style: none; }
.threads > li { padding-block: 1rem; border-top: 1px solid var(--rule); }
.replies { display: grid; gap: 1rem; margin: 0.75rem 0 0; padding: 0; padding-inline-start: 1rem; border-inline-start: 3px solid var(--line); list-style: none; }
.comment { scroll-margin-top: 1rem; }
.comment:target { outline: 3px solid var(--rubric); outline-offset: 0.375rem; }
.comment > * + * { margin-top: 0.25rem; }
.comment .work { max-width: 42rem; overflow-wrap: anywhere; }
.byline { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 0.75rem; overflow-wrap: anywhere; }
.byline .soft, .comment > .soft { font-size: 0.875rem; }
.byline a { display: inline-flex; align-items: center; min-height: 2rem; color: inherit; text-decoration-color: var(--line); }
.role { padding-inline: 0.375rem; border: 1px solid var(--line); border-radius: 3px; color: var(--soft); font-size: 0.8125rem; }
.acts { display: flex; flex-wrap: wrap; align-items: center; gap: 0 1.25rem; font-size: 0.9375rem; }
.acts details[open] { flex: 1 0 100%; }
.acts .stack { padding-block: 0.25rem 0.75rem; }
.acts .decision { display: flex; align-items: center; margin: 0; }
.acts .decision .button { min-height: 2.75rem; margin: 0; padding: 0; font-size: inherit; font-weight: 400; }
`;
