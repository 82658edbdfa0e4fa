import { numberFormat } from "#lib/text/formats.ts";
import { html, raw } from "hono/html";

import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../text/catalogue.ts";
import { fill, fillPlain, foreign, type Markup } from "../parts/markup.ts";

type File = { url: string; filename: string; contentType: string; byteSize: number };

/** Attachment of a lecture: a file, a URL or a text. */
export type Attachment = {
  kind: "video" | "audio" | "pdf" | "file" | "image" | "embed" | "link" | "text";
  title: string;
  file: File | null;
  externalUrl: string | null;
  text: string | null;
  downloadable: boolean;
};

export const attachments = (locale: Locale, list: readonly Attachment[]): Markup => {
  const { lecture: text } = textFor(locale).learn;
  if (list.length === 0) return raw("");
  return html`<h2>${text.attachments}</h2>
    <ul class="rows material">
      ${list.map(
        (attachment) =>
          html`<li class="row">
            <div class="about">
              <h3>${foreign(attachment.title)}</h3>
              ${contentOf(locale, attachment)} ${ways(locale, attachment)}
            </div>
          </li>`,
      )}
    </ul>`;
};

/** Inline preview. Only for files of the site itself. */
const contentOf = (locale: Locale, { kind, title, file, text: body }: Attachment): Markup => {
  const { lecture: text } = textFor(locale).learn;
  if (body !== null) return html`<p class="written foreign">${body}</p>`;
  if (!file) return raw("");
  switch (kind) {
    case "image":
      return html`<img src="${file.url}" alt="${title}" loading="lazy" />`;
    case "video":
      return html`<video
        src="${file.url}"
        aria-label="${fillPlain(text.videoTitle, { title })}"
        controls
        preload="none"
        playsinline
      ></video>`;
    case "audio":
      return html`<audio
        src="${file.url}"
        aria-label="${fillPlain(text.audioTitle, { title })}"
        controls
        preload="none"
      ></audio>`;
    case "embed":
    case "file":
    case "link":
    case "pdf":
    case "text":
      return raw("");
  }
};

const ways = (locale: Locale, { kind, file, externalUrl, downloadable }: Attachment): Markup => {
  const { lecture: text } = textFor(locale).learn;
  if (externalUrl) {
    const label = fill(text.openElsewhere, { host: foreign(new URL(externalUrl).host) });
    return html`<p class="ways">
      <a href="${externalUrl}" rel="noopener noreferrer"><span>${label}</span></a>
    </p>`;
  }
  if (!file) return raw("");
  if (kind !== "pdf" && !downloadable) return raw("");
  const open = html`<a href="${file.url}">${text.openDocument}</a>`;
  const label = fill(text.download, { name: foreign(file.filename) });
  const download = html`<a href="${file.url}" download="${file.filename}"><span>${label}</span></a>`;
  return html`<p class="ways">${kind === "pdf" && open} ${downloadable && download} ${size(locale, file)}</p>`;
};

const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** `1.4 MB`, in decimal units. */
export const size = (locale: Locale, { byteSize }: Pick<File, "byteSize">): Markup => {
  const power = byteSize < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(byteSize) / 3));
  const format = numberFormat(locale, {
    style: "unit",
    unit: units[power] ?? "byte",
    unitDisplay: power === 0 ? "long" : "short",
    maximumFractionDigits: 1,
  });
  return html`<span class="count">${format.format(byteSize / 1000 ** power)}</span>`;
};
