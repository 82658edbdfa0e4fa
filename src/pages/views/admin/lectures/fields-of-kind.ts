import { html, raw } from "hono/html";

import type { Field } from "../../../admin/derived/fields.ts";
import type { FormValues } from "../../../admin/derived/form-values.ts";
import { textFor } from "../../../text/catalogue.ts";
import { fillPlain, type Markup } from "../../parts/markup.ts";
import type { AdminPage } from "../layout.ts";

/** Fields beside the content. */
const settings: ReadonlySet<string> = new Set([
  "status",
  "section_id",
  "position",
  "is_preview",
  "required",
  "duration_seconds",
  "completion_rule",
  "drip",
  "min_role",
]);

/** Fields of some kinds of lecture, which others rarely have. */
const ofKind: Readonly<Record<string, string>> = { live: "live" };

/** Content in the order of its importance: the type decides about the others, and a video is more than its text. */
export const firstFields = ["title", "kind"] as const;
const first: readonly string[] = [...firstFields, "video"];

interface Sorted {
  /** Fields of the content. */
  main: readonly Field[];
  settings: readonly Field[];
  rare: readonly Field[];
}

const rank = ({ name }: Field): number => (first.includes(name) ? first.indexOf(name) : first.length);

/** Sorts the fields of a lecture by their place in its editor. */
export function sortFields(
  fields: readonly Field[],
  { kind, rare, problems }: { kind: string; rare: ReadonlySet<string>; problems: ReadonlyMap<string, string> },
): Sorted {
  const isRare = ({ name }: Field) =>
    rare.has(name) && !settings.has(name) && ofKind[kind] !== name && !problems.has(name);
  return {
    main: fields
      .filter((field) => !settings.has(field.name) && !isRare(field))
      .toSorted((one, other) => rank(one) - rank(other)),
    settings: fields.filter(({ name }) => settings.has(name)),
    rare: fields.filter(isRare),
  };
}

/** A video or audio file of this school that the page plays. */
export interface PlayedFile {
  kind: "video" | "audio";
  url: string;
}

/**
 * The video of a lecture with its player. The stylesheet shows it for the kinds that play one, so that a change of the
 * kind shows or hides it, and for any lecture that has a video.
 */
export const mediaGroup = (
  { locale }: AdminPage,
  {
    field,
    values,
    title,
    played,
  }: { field: Markup; values: FormValues; title: string; played: PlayedFile | undefined },
): Markup => {
  const hasVideo = ["video.file_id", "video.external_url"].some((name) => (values.get(name) ?? "") !== "");
  const text = textFor(locale).learn.lecture;
  const player =
    played === undefined
      ? ""
      : played.kind === "audio"
        ? html`<audio src="${played.url}" aria-label="${fillPlain(text.audioTitle, { title })}" controls></audio>`
        : html`<video
            src="${played.url}"
            aria-label="${fillPlain(text.videoTitle, { title })}"
            controls
            playsinline
            preload="metadata"
          ></video>`;
  return html`<div class="media-of-lecture" ${hasVideo && raw("data-used")}>
    <div class="player-of-lecture" data-player>${player}</div>
    ${field}
  </div>`;
};
