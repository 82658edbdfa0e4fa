/** Sign-up, password reset, and the development mailbox. */
export const signUpStyle = `
.letter { padding-block: 0 1.5rem; border-bottom: 1px solid var(--rule); }
.letter .facts { margin-top: 0.25rem; font-size: 0.9375rem; }
.letter-text { margin-top: 1rem; padding: 1rem 1.25rem; background: var(--desk); white-space: pre-line; }
.either { display: grid; gap: 2.5rem; margin-top: 2rem; }
.either h2 { margin-top: 0; }
@media (min-width: 46rem) {
  .either { grid-template-columns: 1fr 1fr; gap: 3rem; }
}
.stack + .aside a, .aside + .aside a { display: inline-flex; align-items: center; min-height: 2.75rem; }
`;
