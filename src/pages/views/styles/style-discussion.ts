/** Background of people without a picture, each with white text. */
const tones = ["#1d4ed8", "#0f766e", "#9d174d", "#9a3412", "#3f6212", "#5b21b6", "#334155", "#a21caf"];

/** Discussions. */
export const discussionStyle = `
.discussion { margin-top: 2.5rem; padding-top: 1.75rem; border-top: 1px solid var(--rule); }
.discussion > .stack { margin-top: 1rem; }
.to-follow { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 1rem; margin-top: 0.75rem; }
.to-follow .button { margin: 0; }
.to-follow p { font-size: 0.9375rem; }
.threads { margin: 1.5rem 0 0; padding: 0; list-style: none; }
.threads > li { padding-block: 1rem; border-top: 1px solid var(--rule); }
.replies { display: grid; gap: 1rem; margin: 0.75rem 0 0; padding: 0; padding-inline-start: 1rem; border-inline-start: 3px solid var(--line); list-style: none; }
@media (min-width: 40rem) { .replies { margin-inline-start: 1.125rem; padding-inline-start: 1.75rem; } }
.comment { scroll-margin-top: 1rem; }
.comment:has(> .face) { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0 0.75rem; }
.comment:target { outline: 3px solid var(--rubric); outline-offset: 0.375rem; }
.face { display: grid; place-items: center; width: 2.5rem; height: 2.5rem; border-radius: 50%; object-fit: cover; color: #fff; font: 600 0.9375rem/1 var(--sans); letter-spacing: 0.02em; }
.replies .face { width: 2rem; height: 2rem; font-size: 0.8125rem; }
${tones.map((color, index) => `.tone-${index} { background: ${color}; }`).join("\n")}
.saying > * + * { margin-top: 0.25rem; }
.saying .work, .marked-up { max-width: 42rem; overflow-wrap: anywhere; }
.marked-up > * + * { margin-top: 0.5rem; }
.marked-up :is(ul, ol) { padding-inline-start: 1.5rem; list-style: revert; }
.marked-up blockquote { margin-inline: 0; padding-inline-start: 0.75rem; border-inline-start: 3px solid var(--line); color: var(--soft); }
.marked-up code { font: 0.9375em/1.5 var(--mono); overflow-wrap: anywhere; }
.marked-up pre { padding: 0.75rem; overflow-x: auto; background: var(--wash); border-radius: 4px; }
.byline { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 0.75rem; overflow-wrap: anywhere; }
.byline .soft, .saying > .soft { font-size: 0.875rem; }
.byline a { display: inline-flex; align-items: center; min-height: 2rem; color: inherit; text-decoration-color: var(--line); }
.role { padding-inline: 0.375rem; border: 1px solid var(--rubric); border-radius: 3px; color: var(--rubric); font-size: 0.8125rem; font-weight: 600; }
.role.open { border-color: var(--line); color: var(--ink); }
.opening a { display: inline-block; padding-block: 0.25rem; overflow-wrap: anywhere; text-decoration-color: var(--line); }
.listed .facts { font-size: 0.875rem; }
.contents a[aria-current] { color: var(--ink); font-weight: 600; text-decoration-thickness: 2px; }
.acts-on-comment { display: flex; flex-wrap: wrap; align-items: center; gap: 0 1rem; font-size: 0.9375rem; }
.acts-on-comment details[open] { flex: 1 0 100%; order: 1; }
.acts-on-comment details[open] > summary { font-weight: 650; }
.acts-on-comment summary, .acts-on-comment .decision .button { min-width: 2.75rem; justify-content: start; text-align: start; }
@supports selector(::details-content) {
  .acts-on-comment details { display: contents; }
  .acts-on-comment details::details-content { order: 1; flex: 1 0 100%; }
  .acts-on-comment details:not([open])::details-content { display: none; }
}
.acts-on-comment .stack { padding-block: 0.25rem 0.75rem; }
.acts-on-comment .decision { display: flex; align-items: center; margin: 0; }
.acts-on-comment .decision .button { min-height: 2.75rem; margin: 0; padding: 0; font-size: inherit; font-weight: 400; }
.acts-on-comment .decision.liked .button { font-weight: 650; }
`;
