import { hash } from "node:crypto";
import { html, raw } from "hono/html";
import type { Site } from "#domain/platform/site/site.ts";
import { readIsland } from "#http/islands/bundled-islands.ts";
import { readCss } from "#lib/css/read-css.ts";
import { type AppText, appText } from "./text.ts";

/** A view of the results of a tool. */
export interface App {
  name: string;
  title: string;
  /** Shows images of the site. */
  hasImages: boolean;
  texts: (text: AppText) => Readonly<Record<string, string>>;
}

const style = readCss(import.meta.dirname, "app");

const hashOf = (source: string): string => `'sha256-${hash("sha256", source, "base64")}'`;

/** Texts for the script of the document. Escaped, because `<` could end the element. */
const textsOf = ({ texts }: App): string =>
  JSON.stringify({ en: texts(appText.en), "zh-TW": texts(appText["zh-TW"]) }).replaceAll("<", "\\u003c");

/**
 * Returns the document of an app, or undefined without a build and a compiler of its script. Its policy allows its script
 * and its style by hash, and images of the site if it shows some. It allows no requests, no forms and no frames, in
 * addition to the policy of the host.
 */
export async function appDocument(app: App, { origin }: Site): Promise<string | undefined> {
  const { name, title, hasImages } = app;
  const source = await readIsland(`app-${name}.js`);
  if (source === undefined) return undefined;
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
        ${raw(`<script type="application/json" id="texts">${textsOf(app)}</script>`)}
        ${raw(`<script type="module">${source}</script>`)}
      </body>
    </html> `;
  if (document instanceof Promise) throw new TypeError("A document must not contain a promise.");
  return document.toString();
}
