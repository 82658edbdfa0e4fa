import type { Site } from "#domain/platform/site/site.ts";
import type { Media } from "../views/learn/media.ts";
import { addressOfIsland, islandsPath } from "../islands/islands.ts";
import { hlsLibrary } from "./hls-library.ts";

/**
 * Returns CSP directives for a media player: its files, its scripts (a folder of modules), the origins of a stream and one player frame. The
 * segments of a stream can be at the origins that the school allows.
 */
export function mediaPolicyOf(media: Media | null, { origin, settings }: Pick<Site, "origin" | "settings">): string[] {
  if (media?.kind === "frame") return ["media-src 'self'", `frame-src ${media.source}`];
  if (media?.kind !== "video" && media?.kind !== "audio") return ["media-src 'self'"];
  const { stream, report, isEnhanced } = media;
  const origins = stream ? new Set([...(stream.origin ? [stream.origin] : []), ...settings.mediaOrigins]) : [];
  const hosts = [...origins].map((each) => ` ${each}`).join("");
  const islands = islandsPath === undefined || !isEnhanced ? [] : [`${islandsPath}/`];
  const progress = addressOfIsland("progress");
  const scripts = [...(progress === undefined ? [] : [progress]), ...(stream ? [hlsLibrary.path] : []), ...islands].map(
    (path) => `${origin}${path}`,
  );
  return [
    // hls.js plays from a blob URL, and its tracks for captions have a data URL.
    `media-src 'self'${stream ? " blob: data:" : ""}${hosts}`,
    ...(stream || report || isEnhanced ? [`script-src ${scripts.join(" ")}`] : []),
    ...(stream || report ? [`connect-src 'self'${hosts}`] : []),
  ];
}
