import type { Context } from "#domain/platform/context.ts";
import type { LectureRecord } from "./lecture.ts";
import { type FileSource, sourcesOf } from "#domain/files/files/references/show-files.ts";

type Video = NonNullable<LectureRecord["video"]>;

/** A video with the addresses of its files. */
export interface PlayableVideo extends Pick<Video, "provider" | "externalUrl" | "chapters"> {
  /** Null for videos of external providers and for deleted files. */
  file: FileSource | null;
  captions: { lang: string; url: string }[];
}

/** Returns the IDs of the files of a video. */
export const filesOfVideo = (video: Video | null): string[] =>
  video ? [video.fileId ?? [], video.captions.map(({ fileId }) => fileId)].flat() : [];

/** Resolves the files of a video, which the caller must have read. */
export const playableVideo = (video: Video, sources: ReadonlyMap<string, FileSource>): PlayableVideo => ({
  provider: video.provider,
  externalUrl: video.externalUrl,
  chapters: video.chapters,
  file: sources.get(video.fileId ?? "") ?? null,
  captions: video.captions.flatMap(({ lang, fileId }) => {
    const file = sources.get(fileId);
    return file ? [{ lang, url: file.url }] : [];
  }),
});

/** Reads the files of a video. The caller must have checked access to the lecture. */
export const readVideo = async (context: Context, video: Video): Promise<PlayableVideo> =>
  playableVideo(video, await sourcesOf(context, filesOfVideo(video)));
