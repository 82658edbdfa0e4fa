import type { MyLecture } from "#domain/learning/learning-pages/my-lecture.ts";
import type { Media } from "../views/learn/media.ts";
import { embeddedPlayer } from "./embedded-player.ts";

interface Place {
  /** URL of the lecture page. */
  here: string;
  csrf: string;
  now: Date;
  /** Seconds, from the URL. */
  at: string | undefined;
}

/** Builds the video view of a lecture, or null if it has no video. */
export function mediaOf(lecture: MyLecture, { here, csrf, now, at }: Place): Media | null {
  const { video, positionSeconds, isRecorded, isDoneAtEnd } = lecture;
  if (!video) return null;
  const chapters = video.chapters.map((chapter) => ({ ...chapter, href: null }));
  if (video.externalUrl !== undefined) {
    const player = video.provider === "hls" ? undefined : embeddedPlayer(video.externalUrl);
    return player
      ? { kind: "frame", ...player, href: video.externalUrl, chapters }
      : { kind: "elsewhere", href: video.externalUrl, chapters };
  }
  const { file } = video;
  if (!file) return { kind: "none", chapters };
  return {
    kind: file.contentType.startsWith("audio/") ? "audio" : "video",
    url: file.url,
    captions: video.captions,
    startAt: at !== undefined && /^\d{1,6}$/.test(at) ? Number(at) : startOf(lecture, positionSeconds),
    report: isRecorded ? { action: `${here}/progress`, csrf, now, completesAtEnd: isDoneAtEnd } : null,
    chapters: chapters.map((chapter) => ({ ...chapter, href: `${here}?at=${chapter.atSeconds}` })),
  };
}

/** Returns the resume position, or the start if the video was watched to its end. */
const startOf = ({ lecture }: MyLecture, positionSeconds: number): number =>
  lecture.durationSeconds !== null && positionSeconds >= lecture.durationSeconds - 5 ? 0 : positionSeconds;
