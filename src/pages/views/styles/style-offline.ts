/** Lectures that a device keeps. */
export const offlineStyle = `
l-keep-course:not([hidden]), l-kept-list:not([hidden]), l-kept-copy, l-unsent:not([hidden]), l-device:not([hidden]) { display: block; }
.keep-course .button[hidden], l-kept-copy .button[hidden], l-device .button[hidden] { display: none; }
.kept-list ul { display: grid; max-width: 45rem; margin: 0.75rem 0; padding: 0; list-style: none; }
.kept-list li { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 1rem; min-height: 3rem; border-top: 1px solid var(--rule); overflow-wrap: anywhere; }
.kept-list li:last-child { border-bottom: 1px solid var(--rule); }
.kept-list li a { flex: 1 1 12rem; min-width: 0; font-weight: 600; }
.kept-list .button { margin: 0; min-height: 2.75rem; padding: 0 0.25rem; }
.kept-list [role="status"]:empty, .keep-course [role="status"]:empty { display: none; }
.unsent h2 { margin: 0 0 0.25rem; font-size: 1.125rem; }
.unsent ul { margin: 0.75rem 0 0; padding: 0; list-style: none; }
.unsent li { padding: 0.75rem 0 0.25rem; border-top: 1px solid var(--rule); overflow-wrap: anywhere; }
.unsent li p { margin: 0; }
.unsent .button { margin: 0; min-height: 2.75rem; padding: 0; }
.unsent .button + .button { margin-inline-start: 1rem; }
.unsent [role="status"]:empty { display: none; }
.notice.copy { margin: 0 0 1.5rem; }
.notice.copy a { margin-inline-start: 0.5rem; }
`;
