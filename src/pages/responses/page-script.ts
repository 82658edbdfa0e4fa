import { html } from "hono/html";
import type { Locale } from "#domain/platform/site/locales.ts";
import { addressOfIsland } from "../islands/islands.ts";
import { render } from "../views/parts/markup.ts";
import { textFor } from "../text/catalogue.ts";

/** The script of pages that have one of its marks: `src/islands/page`. */
const pageScript = addressOfIsland("page");

/** Attributes of the elements that the script changes or adds to. */
const marks = [
  " data-own-time=",
  " data-own-zone=",
  " data-copy=",
  'autocomplete="current-password"',
  'autocomplete="new-password"',
];

/** Adds the script to a page that has an element for it. */
export function withPageScript(page: string, locale: Locale): string {
  if (pageScript === undefined || !marks.some((mark) => page.includes(mark))) return page;
  const { showPassword } = textFor(locale).signUp.field;
  const script = render(html`<script type="module" src="${pageScript}" data-show-password="${showPassword}"></script>`);
  return page.replace("</head>", () => `${script}</head>`);
}

/** Returns the directives of a page with a permission for the script, if the page has it. */
export function admitPageScript(page: string, origin: string, directives: readonly string[]): readonly string[] {
  if (pageScript === undefined || !page.includes(pageScript)) return directives;
  const source = `${origin}${pageScript}`;
  // Only the first directive of a name counts (CSP 3 §2.2.1).
  const existing = directives.find((directive) => directive.startsWith("script-src "));
  if (existing === undefined) return [...directives, `script-src ${source}`];
  if (existing.includes("'self'")) return directives;
  return directives.map((directive) => (directive === existing ? `${directive} ${source}` : directive));
}
