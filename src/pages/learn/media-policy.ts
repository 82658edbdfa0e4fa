import type { Media } from "../views/learn/media.ts";
import { hlsLibrary } from "./hls-library.ts";
import { playerScript } from "./player-script.ts";

/** Returns CSP directives for a media player: its files, its scripts, the origin of a stream and one player frame. */
export function mediaPolicyOf(media: Media | null, origin: string): string[] {
  if (media?.kind === "frame") return ["media-src 'self'", `frame-src ${media.source}`];
  if (media?.kind !== "video" && media?.kind !== "audio") return ["media-src 'self'"];
  const { stream, report } = media;
  const host = stream?.origin ? ` ${stream.origin}` : "";
  const scripts = [playerScript.path, ...(stream ? [hlsLibrary.path] : [])].map((path) => `${origin}${path}`);
  return [
    // hls.js plays from a blob URL, and its tracks for captions have a data URL.
    `media-src 'self'${stream ? " blob: data:" : ""}${host}`,
    ...(stream || report ? [`script-src ${scripts.join(" ")}`, `connect-src 'self'${host}`] : []),
  ];
}
