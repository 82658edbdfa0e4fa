/** Sign-up, password reset, passkeys and codes, and the development mailbox. */
export const signUpStyle = `
form.passkey { margin-bottom: 1.5rem; }
form.passkey[hidden] { display: none; }
form.passkey:not([hidden]) ~ .without-passkeys { display: none; }
.app-code { max-width: 12rem; margin-block: 1rem; }
.by-hand { font-size: 1.0625rem; }
.app-code ~ p { margin-top: 0.75rem; }
.recovery-codes { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: 0.5rem 1.5rem; max-width: 32rem; margin-block: 1.5rem 1rem; padding: 1rem 1.25rem; background: var(--desk); list-style: none; }
.recovery-codes + .copy + .soft { margin-top: 1rem; }
.letter { padding-block: 0 1.5rem; border-bottom: 1px solid var(--rule); }
.letter .facts { margin-top: 0.25rem; font-size: 0.9375rem; }
.letter-text { margin-top: 1rem; padding: 1rem 1.25rem; background: var(--desk); white-space: pre-line; }
.either { display: grid; gap: 2.5rem; margin-top: 2rem; }
.either h2 { margin-top: 0; }
@media (min-width: 46rem) {
  .either { grid-template-columns: 1fr 1fr; gap: 3rem; }
}
input.digits { max-width: 14rem; font: 600 1.5rem/1.5 var(--mono); letter-spacing: 0.25em; }
.digits + .prose { margin-top: 1rem; }
.aside > .button.secondary { margin-top: 0.5rem; }
p.digits { margin-top: 1rem; font: 1.75rem/1.5 var(--mono); letter-spacing: 0.25em; }
.field:has(> .reveal) { position: relative; }
.reveal { position: absolute; inset-block-start: -0.625rem; inset-inline-end: 0; min-height: 2.75rem; padding: 0; border: 0; background: transparent; color: inherit; font: inherit; font-size: 0.875rem; text-decoration: underline; text-underline-offset: 0.2em; cursor: pointer; }
.reveal[aria-pressed="true"] { font-weight: 600; text-decoration-thickness: 2px; }
.or { display: flex; align-items: center; gap: 1rem; margin-block: 1.5rem 1rem; color: var(--soft); font-size: 0.875rem; }
.or::before, .or::after { content: ""; flex: 1; border-top: 1px solid var(--rule); }
.provider-ways { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.75rem; }
.provider-ways .button { width: 100%; }
.provider-ways + .aside { margin-top: 1.5rem; }
.provider-ways + .aside a { display: inline-flex; align-items: center; min-height: 2.75rem; }
.stack + .aside a, .aside + .aside a { display: inline-flex; align-items: center; min-height: 2.75rem; }
`;
