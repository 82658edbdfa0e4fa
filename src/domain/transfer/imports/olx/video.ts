import { isRecord } from "#lib/json/is-record.ts";
import { assetName } from "./asset-index.ts";
import { type OlxBlock, titleOf } from "./block.ts";
import type { OlxFolder } from "./olx-folder.ts";
import { type Attachments, staticFile } from "./static-files.ts";
import { elementsNamed, elementsOf } from "./xml.ts";
import type { VideoMatter } from "#domain/transfer/course-folder/course-front-matter.ts";

/** Returns the video of a block if it can be the lecture's video. Attaches its transcripts and handouts. */
export function videoOf(olx: OlxFolder, block: OlxBlock, attachments: Attachments): VideoMatter | undefined {
  const { attributes } = block.element;
  attachTexts(olx, block, attachments);
  const before = attachments.all.length;
  const times = ["start_time", "end_time", "from", "to"].filter((name) => isTime(attributes[name]));
  if (times.length > 0) {
    const offsets = times.map((name) => `${name} ${attributes[name]}`).join(", ");
    olx.warn(block, `its start and end are left out: the whole video plays (${offsets})`);
  }
  const [first, ...others] = [...videosOf(olx, block, attachments)];
  for (const video of others) attachVideo(block, video, attachments);
  if (first) return first;
  if (attachments.all.length > before) return undefined;
  const edxVideoId = attributes["edx_video_id"];
  olx.warn(
    block,
    `the video “${titleOf(block)}” is left out: it has no URL${edxVideoId ? `, only ${edxVideoId} at edX` : ""}`,
  );
  return undefined;
}

/** Attaches a video that is not the one of the lecture: of another part, or at another address. */
export function attachVideo(
  block: OlxBlock,
  { file, externalUrl, provider }: VideoMatter,
  attachments: Attachments,
): void {
  const title = titleOf(block) || "Video";
  if (file !== undefined) attachments.addStatic(block, `/${file}`, title);
  else if (externalUrl !== undefined) {
    attachments.addAddress(block, provider === "hls" ? "video" : "embed", externalUrl, title);
  }
}

/** Yields the video at each of its addresses that a player of the lecture can show. Attaches external files. */
function* videosOf(olx: OlxFolder, block: OlxBlock, attachments: Attachments): Generator<VideoMatter, undefined> {
  const youtube = youtubeIdOf(block);
  if (youtube) yield youtubeVideo(youtube);
  for (const source of sourcesOf(block)) {
    const ofYoutube = /^https?:\/\/(?:www\.|m\.)?(?:youtube\.com\/watch\?(?:.*&)?v=|youtu\.be\/)([\w-]{6,})/.exec(
      source,
    );
    if (ofYoutube?.[1]) {
      yield youtubeVideo(ofYoutube[1]);
      continue;
    }
    if (/^[\w-]{11}$/.test(source)) {
      if (source !== youtube) yield youtubeVideo(source);
      continue;
    }
    const name = assetName(source) ?? (hasScheme(source) ? undefined : source);
    const file = name === undefined ? undefined : staticFile(olx, name);
    if (file !== undefined) yield { file, captions: [], chapters: [] };
    else if (/^https:.*\.m3u8(\?|$)/.test(source)) {
      yield { provider: "hls", externalUrl: source, captions: [], chapters: [] };
    } else if (/^https:\/\/(www\.|player\.)?vimeo\.com\//.test(source)) {
      yield { provider: "vimeo", externalUrl: source, captions: [], chapters: [] };
    } else if (!hasScheme(source) || !attachFile(source)) {
      olx.warn(block, `a source of the video “${titleOf(block)}” is left out: ${source}`);
    }
  }

  function attachFile(address: string): boolean {
    // Players need an address with encryption.
    const kind = address.startsWith("https:") ? "video" : "link";
    return attachments.addAddress(block, kind, address, titleOf(block) || "Video");
  }
}

const youtubeVideo = (id: string): VideoMatter => ({
  provider: "youtube",
  externalUrl: `https://www.youtube.com/watch?v=${encodeURIComponent(id)}`,
  captions: [],
  chapters: [],
});

/** The ID at normal speed. Others are of copies at other speeds, for players of old browsers. */
function youtubeIdOf({ element: { attributes } }: OlxBlock): string | undefined {
  const speeds = (attributes["youtube"] ?? "").split(",").map((one) => one.split(":").map((part) => part.trim()));
  const [normal, ...others] = [...speeds.filter(([speed]) => Number(speed) === 1), ...speeds].map(([, id]) => id);
  return attributes["youtube_id_1_0"] || normal || others.find(Boolean);
}

const hasScheme = (address: string): boolean => /^[a-z][a-z+.-]*:/i.test(address);

/** Returns true if a video has a start or end offset. */
const isTime = (time = ""): boolean => !/^(|0|00:00:00|0\.0|None)$/.test(time.trim());

function sourcesOf({ element }: OlxBlock): string[] {
  const listed = elementsOf(element).filter(({ name }) => name === "source" || name === "encoded_video");
  const named = listed.map(({ attributes }) => attributes["src"] ?? attributes["url"]);
  const { source, html5_sources: more = "[]" } = element.attributes;
  const encoded = elementsNamed(element, "encoded_video").map(({ attributes }) => attributes["url"]);
  const all = [...named, source, ...textsIn(more), ...encoded];
  return [...new Set(all.flatMap((one) => (one === undefined || one.trim() === "" ? [] : [one.trim()])))].map((one) =>
    one.startsWith("//") ? `https:${one}` : one,
  );
}

/** Reads a JSON list of strings. */
function textsIn(json: string): string[] {
  const all = parsed(json);
  return Array.isArray(all) ? all.filter((one) => typeof one === "string") : [];
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Transcripts and handouts are attached for reading. */
function attachTexts(olx: OlxFolder, block: OlxBlock, attachments: Attachments): void {
  const { element } = block;
  const { sub = "", transcripts = "{}", track = "", handout = "", edx_video_id: id = "" } = element.attributes;
  const title = titleOf(block);
  const languages = parsed(transcripts);
  for (const [language, file] of isRecord(languages) ? Object.entries(languages) : []) {
    if (typeof file === "string") attach(file, language);
  }
  for (const { name, attributes } of elementsNamed(element, "transcript", "track", "handout")) {
    const { src = "", language, language_code: code, file_format: format } = attributes;
    if (src !== "") attach(src, name === "transcript" ? (language ?? "transcript") : name);
    // Transcripts that are stored with the video have the name of the video.
    else if (code !== undefined && id !== "") attach(`${id}-${code}.${format ?? "srt"}`, code);
  }
  if (track !== "") attach(track, "track");
  if (handout !== "") attach(handout, "handout");
  if (sub !== "") attach(sub, "en");

  function attach(address: string, what: string): void {
    const label = title === "" ? undefined : `${title} (${what})`;
    const name = assetName(address) ?? address;
    // Old transcripts are in JSON, under a name that follows from their ID.
    const file = [name, `subs_${name}.srt.sjson`, `${what}_subs_${name}.srt.sjson`, `${name}.srt`]
      .map((one) => staticFile(olx, one))
      .find((one) => one !== undefined);
    if (file !== undefined) attachments.addStatic(block, `/${file}`, label);
    else if (/^https?:/.test(address)) attachments.addAddress(block, "link", address, label ?? address);
    else olx.warn(block, `it refers to ${address}, but static/${name} does not exist`);
  }
}
