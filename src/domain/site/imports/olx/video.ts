import type { VideoMatter } from "#domain/catalog/course-folder/video-matter.ts";
import { type OlxBlock, type OlxFolder, titleOf } from "./olx-folder.ts";
import { type Attachments, staticName } from "./static-files.ts";
import { elementsNamed, elementsOf } from "./xml.ts";

/** Returns the video of a block if it can be the lecture's video. Attaches its transcripts and handouts. */
export function videoOf(olx: OlxFolder, block: OlxBlock, attachments: Attachments): VideoMatter | undefined {
  const { attributes } = block.element;
  attachTexts(block, attachments);
  if (isTime(attributes["start_time"]) || isTime(attributes["end_time"])) {
    olx.warn(block, "its start and end are left out: the whole video plays");
  }
  const youtube = attributes["youtube_id_1_0"] || /(?:^|,)1\.00?:([\w-]+)/.exec(attributes["youtube"] ?? "")?.[1];
  if (youtube) {
    const externalUrl = `https://www.youtube.com/watch?v=${encodeURIComponent(youtube)}`;
    return { provider: "youtube", externalUrl, captions: [], chapters: [] };
  }
  for (const source of sourcesOf(block)) {
    const name = staticName(source);
    if (name !== undefined && olx.has("static", name)) return { file: `static/${name}`, captions: [], chapters: [] };
    if (/^https:.*\.m3u8(\?|$)/.test(source)) {
      return { provider: "hls", externalUrl: source, captions: [], chapters: [] };
    }
    // An external video file becomes an attachment.
    if (source.startsWith("https:") && attachments.addAddress(block, "video", source, titleOf(block) || "Video")) {
      return undefined;
    }
  }
  const known = attributes["edx_video_id"];
  olx.warn(block, `the video “${titleOf(block)}” is left out: it has no URL${known ? `, only ${known} at edX` : ""}`);
  return undefined;
}

/** Returns true if a video has a start or end offset. */
const isTime = (time = ""): boolean => !/^(|0|00:00:00|0\.0)$/.test(time);

function sourcesOf({ element }: OlxBlock): string[] {
  const listed = elementsOf(element).filter(({ name }) => name === "source" || name === "encoded_video");
  const named = listed.map(({ attributes }) => attributes["src"] ?? attributes["url"]);
  const { source, html5_sources: more = "[]" } = element.attributes;
  const encoded = elementsNamed(element, "encoded_video").map(({ attributes }) => attributes["url"]);
  return [...new Set([...named, source, ...textsIn(more), ...encoded].filter((one) => one !== undefined))].filter(
    Boolean,
  );
}

/** Reads a JSON list of strings. */
function textsIn(json: string): string[] {
  try {
    const all: unknown = JSON.parse(json);
    return Array.isArray(all) ? all.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}

/** Subtitles are in SRT, which browsers do not play; they are attached for reading. */
function attachTexts(block: OlxBlock, attachments: Attachments): void {
  const { element } = block;
  for (const { name, attributes } of elementsOf(element)) {
    const { src = "", language } = attributes;
    if (src === "") continue;
    const title = titleOf(block);
    if (name === "transcript") attach(src, `${title} (${language ?? "transcript"})`);
    if (name === "track" || name === "handout") attach(src, title === "" ? undefined : `${title} (${name})`);
  }

  function attach(src: string, title: string | undefined): void {
    if (src.startsWith("https:")) attachments.addAddress(block, "link", src, title ?? src.slice(0, 200));
    else attachments.addStatic(block, staticName(src) === undefined ? `/static/${src}` : src, title?.slice(0, 200));
  }
}
