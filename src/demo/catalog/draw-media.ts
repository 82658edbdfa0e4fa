import type { DemoLecture, DemoSite } from "../content/content.ts";
import { drawFilm } from "../films/films.ts";
import { lengthOf, wavOf } from "../sounds/tones.ts";

/** The film or the sound of a lecture. */
interface Media {
  kind: "video" | "audio";
  extension: "mp4" | "wav";
  bytes: Buffer;
  seconds: number;
  /** Share that a student has to play. */
  percent: number;
}

export type MediaOfLectures = ReadonlyMap<DemoLecture, Media>;

/** `section` and `position` start from 0. */
export const mediaFilename = (
  { extension }: Pick<Media, "extension">,
  { slug, section, position }: { slug: string; section: number; position: number },
): string => `${slug}-${section + 1}-${position + 1}.${extension}`;

/** Draws the films and synthesizes the sounds of the lectures. */
export function drawMedia(sites: readonly DemoSite[]): MediaOfLectures {
  const drawn = new Map<DemoLecture, Media>();
  for (const { courses } of sites) {
    const lectures = courses.flatMap(({ sections }) => sections.flatMap((section) => section.lectures));
    for (const lecture of lectures) {
      const media = mediaOf(lecture);
      if (media) drawn.set(lecture, media);
    }
  }
  return drawn;
}

function mediaOf({ film, tones }: DemoLecture): Media | undefined {
  if (film) return { kind: "video", extension: "mp4", ...drawFilm(film), percent: 90 };
  if (!tones) return undefined;
  return { kind: "audio", extension: "wav", bytes: wavOf(tones), seconds: lengthOf(tones), percent: 80 };
}
