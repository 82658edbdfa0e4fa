import { languageName } from "#lib/text/formats.ts";
import { html, raw } from "hono/html";

import { maxIntervals } from "#domain/learning/progress/watched-intervals.ts";
import { addressOfIsland, islandsPath } from "../../islands/islands.ts";
import { hlsLibrary } from "../../learn/hls-library.ts";
import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../text/catalogue.ts";
import { fill, fillPlain, foreign, type Markup } from "../parts/markup.ts";
import { clock } from "#lib/time/clock-format.ts";

const progressScript = addressOfIsland("progress");

/** Video or audio content and how to play it. */
export type Media =
  | {
      kind: "video" | "audio";
      url: string;
      /** For HLS playlists: the origin of the stream, or null for a file of this site. */
      stream: { origin: string | null } | null;
      captions: readonly { lang: string; url: string }[];
      /** Whole seconds. 0 is the start. */
      startAt: number;
      /** True with controls of the site. Public pages have no scripts of ours, except for streams. */
      isEnhanced: boolean;
      /** Shown until the video plays. */
      poster: string | null;
      /** The lecture that the player opens at the end. Null if it is locked, and for the last one. */
      next: { href: string; title: string } | null;
      /** Target of progress reports, or null if progress is not tracked. */
      report: Report | null;
      chapters: readonly Chapter[];
    }
  /** External player in a frame. */
  | { kind: "frame"; src: string; source: string; href: string; chapters: readonly Chapter[] }
  /** External link. */
  | { kind: "elsewhere"; href: string; chapters: readonly Chapter[] }
  /** The file was deleted. */
  | { kind: "none"; chapters: readonly Chapter[] };

type Chapter = { atSeconds: number; title: string; href: string | null };

/** Data that the player script needs to report progress. */
type Report = { action: string; csrf: string; now: Date };

export const media = (locale: Locale, title: string, view: Media): Markup =>
  html`<div class="media">${player(locale, title, view)}</div>
    ${chapters(locale, view.chapters)} ${hasTranscript(view) && transcript(locale)}`;

/** Folded, so that the text below does not move when the player fills it from the captions. */
const transcript = (locale: Locale): Markup =>
  html`<details class="transcript" data-transcript>
    <summary><h2>${textFor(locale).learn.lecture.player.transcript}</h2></summary>
  </details>`;

const hasTranscript = (view: Media): boolean =>
  (view.kind === "video" || view.kind === "audio") && view.isEnhanced && view.captions.length > 0;

const player = (locale: Locale, title: string, view: Media): Markup => {
  const { lecture: text } = textFor(locale).learn;
  switch (view.kind) {
    case "video":
    case "audio":
      return ownPlayer(locale, title, view);
    case "frame":
      // Sends only the origin as the referrer, which some providers require.
      return html`<iframe
          src="${view.src}"
          title="${fillPlain(text.videoTitle, { title })}"
          referrerpolicy="strict-origin"
          allow="fullscreen; encrypted-media; picture-in-picture"
          allowfullscreen
        ></iframe>
        <p class="ways">${elsewhere(locale, view.href)}</p>`;
    case "elsewhere":
      return html`<p class="after">${elsewhere(locale, view.href, "button secondary")}</p>`;
    case "none":
      return html`<p class="soft">${text.unplayable}</p>`;
  }
};

const ownPlayer = (locale: Locale, title: string, view: Media & { kind: "video" | "audio" }): Markup => {
  const { lecture: text } = textFor(locale).learn;
  const { kind, url, stream, captions, startAt, poster, next, report, isEnhanced } = view;
  // A media fragment (https://www.w3.org/TR/media-frags/) resumes playback without a script.
  const src = startAt > 0 ? `${url}#t=${startAt}` : url;
  const label = fillPlain(kind === "video" ? text.videoTitle : text.audioTitle, { title });
  const tracks = captions.map(
    ({ lang, url }, index) =>
      html`<track
        kind="captions"
        src="${url}"
        srclang="${lang}"
        label="${languageName(locale, lang)}"
        ${index === 0 && raw(" default")}
      />`,
  );
  const reportAttributes = report
    ? html` data-report="${report.action}" data-csrf="${report.csrf}" data-now="${report.now.toISOString()}"
      data-max-parts="${String(maxIntervals)}"`
    : raw("");
  const streamAttributes = stream ? html` data-hls="${hlsLibrary.path}"` : raw("");
  const scripted =
    report || stream ? html` data-from="${String(startAt)}"${reportAttributes}${streamAttributes}` : raw("");
  const element =
    kind === "video"
      ? html`<video
          src="${src}"
          aria-label="${label}"
          controls
          preload="metadata"
          playsinline${poster !== null && html` poster="${poster}"`}${scripted}
        >
          ${tracks}
        </video>`
      : html`<audio src="${src}" aria-label="${label}" controls preload="metadata" ${scripted}>${tracks}</audio>`;
  const following = next === null ? raw("") : html` data-next="${next.href}" data-next-title="${next.title}"`;
  const isAwaited = islandsPath !== undefined && isEnhanced;
  return html`<l-player
      class="${kind}${isAwaited ? " awaited" : ""}"
      data-texts="${JSON.stringify(text.player)}"
      ${following}
      >${element}</l-player
    >
    ${startAt > 0 && html`<p class="soft">${fill(text.watchedFrom, { position: clock(startAt) })}</p>`}
    ${stream && html`<p class="soft" role="status" data-unplayable hidden>${text.unplayable}</p>`}
    ${stream?.origin && html`<p class="ways">${elsewhere(locale, url)}</p>`}
    ${(report || stream) && progressScript !== undefined && html`<script type="module" src="${progressScript}" fetchpriority="low"></script>`}
    ${isAwaited && html`<script type="module" src="${islandsPath}/player.js" fetchpriority="low"></script>`}`;
};

const elsewhere = (locale: Locale, href: string, look = ""): Markup => {
  const { lecture: text } = textFor(locale).learn;
  const label = fill(text.openElsewhere, { host: foreign(new URL(href).host) });
  return html`<a class="${look}" href="${href}" rel="noopener noreferrer"><span>${label}</span></a>`;
};

const chapters = (locale: Locale, list: readonly Chapter[]): Markup => {
  const { lecture: text } = textFor(locale).learn;
  if (list.length === 0) return raw("");
  return html`<h2>${text.chapters}</h2>
    <ol class="chapters">
      ${list.map(({ atSeconds, title, href }) => {
        const label = html`<span class="count">${clock(atSeconds)}</span> ${foreign(title)}`;
        return html`<li>${href ? html`<a href="${href}" data-at="${String(atSeconds)}">${label}</a>` : label}</li>`;
      })}
    </ol>`;
};
