/** Private notes below a lecture, and their lists. */
export const notesStyle = `
.notes { margin-top: 2.5rem; padding-top: 1.75rem; border-top: 1px solid var(--rule); }
.notes h2 { margin-top: 0; }
.note-list { display: grid; max-width: 45rem; margin: 1rem 0 0; padding: 0; list-style: none; }
.my-note { padding-block: 0.875rem; border-top: 1px solid var(--rule); scroll-margin-top: 1rem; }
.my-note:last-child { border-bottom: 1px solid var(--rule); }
.my-note > * + * { margin-top: 0.25rem; }
.note-head { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 1rem; overflow-wrap: anywhere; }
.note-head a { display: inline-flex; align-items: center; min-height: 2rem; }
.note-head .soft, .my-note > .soft { font-size: 0.875rem; }
.note-at { flex: none; padding-inline: 0.625rem; border: 1px solid var(--line); border-radius: 1rem; color: inherit; font-size: 0.875rem; font-variant-numeric: tabular-nums; text-decoration: none; }
.note-at:hover { border-color: var(--ink); }
.note-text { max-width: 68ch; white-space: pre-wrap; overflow-wrap: anywhere; }
.note-text:empty { display: none; }
.my-note:has(> details[open]) > .note-text { display: none; }
.my-note .button.plain { min-height: 2.75rem; padding: 0; font-size: 0.9375rem; font-weight: 400; }
.note-form .button[hidden] { display: none; }
.note-form { max-width: 45rem; margin-top: 1rem; }
.note-form .foot-of-work { margin-top: 0.75rem; }
.note-form .foot-of-work .button { flex: none; }
.note-position { display: flex; flex-wrap: wrap; align-items: center; gap: 0 0.75rem; margin-top: 0.5rem; }
.note-position label { margin: 0; }
.note-position input { width: 6.5rem; font-variant-numeric: tabular-nums; }
.note-search { display: flex; gap: 0.5rem; max-width: 45rem; margin-top: 1.25rem; }
.note-search input { flex: 1 1 0; min-width: 0; }
.note-search .button { margin: 0; }
`;
