import { html, raw } from "hono/html";

import type { Locale } from "#domain/platform/site/locales.ts";
import { size } from "../../learn/attachments.ts";
import { foreign, type Markup } from "../../parts/markup.ts";
import type { SubmittedFile } from "../../parts/submission.ts";

/** A file and the way in which a page shows it: itself, its text, or a link only. */
export type ShownFile = SubmittedFile & {
  shown: "image" | "video" | "audio" | "pdf" | "link";
  text?: string | undefined;
};

/** CSP directives for the files of a submission. */
export const submittedFilesPolicy = ["media-src 'self'", "frame-src 'self'"] as const;

/** Files of a submission, visible without a download where browsers can show them. */
export const submittedFiles = (locale: Locale, files: readonly ShownFile[]): Markup =>
  files.length === 0
    ? raw("")
    : html`<ul class="work-files">
        ${files.map(
          (file) =>
            html`<li>
              <p><a href="${file.url}">${foreign(file.filename)}</a> ${size(locale, file)}</p>
              ${preview(file)}
            </li>`,
        )}
      </ul>`;

function preview({ shown, url, filename, text }: ShownFile): Markup {
  if (text !== undefined) {
    // Scrolls, and is therefore reached with the keyboard.
    return html`<pre class="source foreign" dir="auto" tabindex="0" role="region" aria-label="${filename}">
${text}</pre>`;
  }
  switch (shown) {
    case "image":
      return html`<a href="${url}"><img src="${url}" alt="${filename}" loading="lazy" /></a>`;
    case "video":
      return html`<video src="${url}" aria-label="${filename}" controls preload="metadata" playsinline></video>`;
    case "audio":
      return html`<audio src="${url}" aria-label="${filename}" controls preload="metadata"></audio>`;
    case "pdf":
      // Loaded when it comes near. Its response permits no script, and no other site as a frame around it.
      return html`<iframe src="${url}" title="${filename}" loading="lazy"></iframe>`;
    case "link":
      return raw("");
  }
}
