import { hash } from "node:crypto";
import { html, raw } from "hono/html";
import type { Site } from "#domain/platform/site/site.ts";
import { hostScript } from "./host-script.ts";
import { type AppText, appText } from "./text.ts";

/** A view of the results of a tool. */
export interface App {
  name: string;
  title: string;
  /** Shows images of the site. */
  hasImages: boolean;
  texts: (text: AppText) => Readonly<Record<string, string>>;
  /** Defines `show(result, texts, locale)`, which fills the element `view`. */
  script: string;
}

const hashOf = (source: string): string => `'sha256-${hash("sha256", source, "base64")}'`;

/**
 * Returns the document of an app. Its policy allows its script and its style by hash, and images of the site if it shows
 * some. It allows no requests, no forms and no frames, in addition to the policy of the host.
 */
export function appDocument({ title, hasImages, texts, script }: App, { origin }: Site): string {
  const translations = { en: texts(appText.en), "zh-TW": texts(appText["zh-TW"]) };
  // Not formatted, because whitespace would change the hash.
  const source = `const translations = ${JSON.stringify(translations)};\n${script}\n${hostScript}`;
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(source)}`,
    `style-src ${hashOf(style)}`,
    ...(hasImages ? [`img-src ${origin}`] : []),
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <title>${title}</title>
        ${raw(`<style>${style}</style>`)}
      </head>
      <body>
        <main id="view" aria-live="polite"></main>
        ${raw(`<script type="module">${source}</script>`)}
      </body>
    </html> `;
  if (document instanceof Promise) throw new TypeError("A document must not contain a promise.");
  return document.toString();
}

/** Style of the views. Hosts set the variables of the extension; the second values are used without them. */
const style = `
:root { color-scheme: light dark; }
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }
* { box-sizing: border-box; }
body { margin: 0; color: var(--color-text-primary, light-dark(#1c1917, #f5f5f4)); background: var(--color-background-primary, light-dark(#fff, #1c1917)); font: var(--font-text-md-size, 1rem)/1.5 var(--font-sans, system-ui, sans-serif); overflow-wrap: anywhere; }
.cover { display: block; width: 100%; aspect-ratio: 16 / 9; max-height: 15rem; object-fit: cover; }
.body { padding: 1rem; }
.note { margin: 0; padding: 1rem 1rem 0; font-weight: 600; }
h1 { margin: 0 0 .25rem; font-size: 1.25rem; line-height: 1.25; }
p { margin: 0 0 .5rem; }
.facts, .detail, .points { color: var(--color-text-secondary, light-dark(#57534e, #d6d3d1)); font-size: .875rem; }
.facts:empty, .price:empty { display: none; }
ul { margin: 0 0 .5rem; padding-inline-start: 1.25rem; }
.actions { display: flex; flex-wrap: wrap; align-items: center; gap: .75rem; margin-top: 1rem; }
.price { font-size: 1.125rem; }
.button { display: inline-block; min-height: 2.75rem; padding: .5rem 1rem; border: 1px solid transparent; border-radius: var(--border-radius-md, .375rem); background: var(--color-background-inverse, light-dark(#1c1917, #f5f5f4)); color: var(--color-text-inverse, light-dark(#fff, #1c1917)); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; }
.button:focus-visible, input:focus-visible, select:focus-visible { outline: 3px solid light-dark(#1d4ed8, #93c5fd); outline-offset: 2px; }
.questions { max-width: 40rem; margin: 0; padding: 0; list-style: none; }
.questions li { margin-top: 1rem; }
fieldset { margin: 0; padding: 0; border: 0; min-width: 0; }
legend { padding: 0; font-weight: 600; white-space: pre-wrap; }
.points { font-weight: 400; }
.option { display: flex; align-items: center; gap: .5rem; min-height: 2rem; padding: .25rem 0; }
.option select { margin-inline-start: auto; max-width: 60%; }
input[type="text"], select { min-height: 2.25rem; padding: .25rem .5rem; font: inherit; }
.answer { margin-top: .5rem; padding-inline-start: .75rem; border-inline-start: 3px solid light-dark(#15803d, #86efac); }
.detail { white-space: pre-wrap; }
`;
