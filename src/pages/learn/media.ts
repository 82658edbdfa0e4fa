import type { PlayableVideo } from "#domain/catalog/curriculum/lectures/playable-video.ts";
import type { MyLecture } from "#domain/learning/learning-pages/my-lecture.ts";
import type { Media } from "../views/learn/media.ts";
import { lectureAddress } from "./addresses.ts";
import { embeddedPlayer } from "./embedded-player.ts";

interface MediaPage {
  /** URL of the lecture page. */
  here: string;
  csrf: string;
  now: Date;
  /** Seconds, from the URL. */
  at: string | undefined;
  /** True if staff sees the page as the member: nothing is recorded. */
  isViewed?: boolean;
}

/** Builds the video view of a lecture, or null if it has no video. */
export function mediaOf(lecture: MyLecture, { here, csrf, now, at, isViewed = false }: MediaPage): Media | null {
  const { course, next, video, positionSeconds, isRecorded } = lecture;
  return (
    video &&
    playerOf(video, lecture.lecture.kind, {
      here,
      startAt: secondsIn(at) ?? startOf(lecture, positionSeconds),
      isEnhanced: true,
      poster: lecture.coverUrl,
      next: next && next.lock === null ? { href: lectureAddress(course.slug, next.id), title: next.title } : null,
      report: isRecorded && !isViewed ? { action: `${here}/progress`, csrf, now } : null,
    })
  );
}

/** Parses a start position from the URL. */
export const secondsIn = (at: unknown): number | undefined =>
  typeof at === "string" && /^\d{1,6}$/.test(at) ? Number(at) : undefined;

/** Returns the player of a video: of its file, its stream, or the provider. */
export function playerOf(
  video: PlayableVideo,
  lectureKind: string,
  {
    here,
    ...playback
  }: Pick<Media & { kind: "video" }, "startAt" | "isEnhanced" | "poster" | "next" | "report"> & { here: string },
): Media {
  const chapters = video.chapters.map((chapter) => ({ ...chapter, href: null }));
  const source = sourceOf(video);
  if (source) {
    const isAudio = source.contentType.startsWith("audio/") || (source.stream && lectureKind === "audio");
    return {
      kind: isAudio ? "audio" : "video",
      url: source.url,
      stream: source.stream,
      captions: video.captions,
      ...playback,
      chapters: chapters.map((chapter) => ({ ...chapter, href: `${here}?at=${chapter.atSeconds}` })),
    };
  }
  if (video.externalUrl === undefined) return { kind: "none", chapters };
  const player = video.provider === "hls" ? undefined : embeddedPlayer(video.externalUrl);
  return player
    ? { kind: "frame", ...player, href: video.externalUrl, chapters }
    : { kind: "elsewhere", href: video.externalUrl, chapters };
}

/** True if the page has a player that knows its position. */
export const hasPositions = ({ video }: Pick<MyLecture, "video">): boolean =>
  video !== null && sourceOf(video) !== undefined;

interface Source {
  url: string;
  contentType: string;
  stream: (Media & { kind: "video" })["stream"];
}

/** A playlist of another origin has an absolute address. Without a host that a policy can name, it is a link. */
function sourceOf({ provider, externalUrl, file }: PlayableVideo): Source | undefined {
  if (provider === "hls" && externalUrl !== undefined) {
    const { origin, hostname } = new URL(externalUrl);
    return !/^[a-z0-9.-]+$/.test(hostname) ? undefined : { url: externalUrl, contentType: "", stream: { origin } };
  }
  if (!file) return undefined;
  return { url: file.url, contentType: file.contentType, stream: isPlaylist(file) ? { origin: null } : null };
}

const isPlaylist = ({ contentType, filename }: { contentType: string; filename: string }): boolean =>
  contentType === "application/vnd.apple.mpegurl" || (contentType === "text/plain" && /\.m3u8$/i.test(filename));

/** Returns the resume position, or the start if the video was watched to its end. */
const startOf = ({ lecture }: MyLecture, positionSeconds: number): number =>
  lecture.durationSeconds !== null && positionSeconds >= lecture.durationSeconds - 5 ? 0 : positionSeconds;
