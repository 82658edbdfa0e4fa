/**
 * Paper, ink and one accent, rubric red. Text has a contrast of at least 4.5:1 and control borders 3:1 (WCAG 1.4.3,
 * 1.4.11), in both color schemes. Texts have the font of `style-font.ts`, headings of the school a serif font of the
 * system. Chinese characters come from the system, after the Latin font.
 */
export const inkStyle = `
:root {
  color-scheme: light dark;
  --desk: #e8ebe7;
  --paper: #fdfdfb;
  --ink: #18211d;
  --soft: #4d5852;
  --rule: #d6dbd5;
  --line: #7d8881;
  --rubric: #a3271b;
  --wash: #f8eeea;
  --press: #33403a;
  --latin-serif: "Iowan Old Style", "Palatino Nova", Palatino, "Palatino Linotype", "URW Palladio L", P052, "Noto Serif", "Liberation Serif", "Songti TC", "Noto Serif TC", "Noto Serif CJK TC", "Source Han Serif TC", "Microsoft JhengHei UI", "Microsoft JhengHei", serif;
  --latin-sans: Inter, "Inter Fallback", "Inter Second Fallback", var(--system-sans);
  --system-sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", "PingFang TC", "Noto Sans TC", "Noto Sans CJK TC", "Source Han Sans TC", "Microsoft JhengHei UI", "Microsoft JhengHei", sans-serif;
  --serif: var(--latin-serif);
  --sans: var(--latin-sans);
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Consolas, "Liberation Mono", "Noto Sans Mono", monospace;
}
:root:lang(zh) {
  --serif: "Songti TC", "Noto Serif TC", "Noto Serif CJK TC", "Source Han Serif TC", "Microsoft JhengHei UI", "Microsoft JhengHei", serif;
  --sans: "Inter beside Han", "PingFang TC", "Microsoft JhengHei UI", "Microsoft JhengHei", "Noto Sans TC", "Noto Sans CJK TC", "Source Han Sans TC", "Inter Fallback", "Inter Second Fallback", system-ui, sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --desk: #0e1311;
    --paper: #171d1a;
    --ink: #e9ede9;
    --soft: #a8b2ac;
    --rule: #2c3430;
    --line: #75817b;
    --rubric: #f2907d;
    --wash: #2a1f1c;
    --press: #c9d0cb;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { background: var(--desk); -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0;
  min-height: 100vh;
  min-height: 100svh;
  display: grid;
  grid-template-rows: auto 1fr auto;
  grid-template-columns: minmax(0, 1fr);
  color: var(--ink);
  font: 1rem/1.55 var(--sans);
  text-autospace: normal;
}
body:lang(zh) { line-height: 1.75; line-break: strict; }
:lang(zh) [lang="en"] { font-family: var(--latin-sans); line-height: 1.55; }
:lang(zh) h1[lang="en"] { font-family: var(--latin-serif); font-weight: 400; line-height: 1.18; }
h1, h2, h3, p, ul, dl, dd { margin: 0; padding: 0; font-weight: inherit; }
ul { list-style: none; }
h1, h2, .display, .site, .seal, .folio { font-family: var(--serif); text-wrap: balance; }
h1 { font-size: clamp(1.75rem, 1.45rem + 1.3vw, 2.25rem); line-height: 1.18; letter-spacing: -0.01em; overflow-wrap: anywhere; }
h2 { margin-top: 2.75rem; font-size: 1.3125rem; line-height: 1.3; }
h3 { font-size: 1rem; font-weight: 600; }
h1:lang(zh) { line-height: 1.4; letter-spacing: 0; font-weight: 600; }
:lang(zh) h2 { font-weight: 600; }
p, li, dd { text-wrap: pretty; }
strong, b { font-weight: 600; }
em { font-style: italic; }
:lang(zh) em { font-style: normal; }
code, .mono { font-family: var(--mono); font-size: 0.875em; overflow-wrap: anywhere; }
.foreign { overflow-wrap: anywhere; unicode-bidi: isolate; }
p + h1 { margin-top: 0.375rem; }
.soft, .aside { color: var(--soft); }
.aside { font-size: 0.875rem; }
.prose { max-width: 36rem; }
.prose + .prose { margin-top: 0.5rem; }
.lead { margin-top: 0.75rem; max-width: 36rem; font-size: 1.0625rem; color: var(--soft); }
.lead + .prose { margin-top: 0.75rem; }
.lead strong { color: var(--ink); }
a { color: inherit; text-decoration-color: var(--rubric); text-decoration-thickness: 1px; text-underline-offset: 0.2em; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--ink); outline-offset: 3px; }
main:focus, :target { outline: none; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (prefers-reduced-motion: no-preference) {
  .button, input { transition: background-color 120ms, border-color 120ms; }
}
`;
