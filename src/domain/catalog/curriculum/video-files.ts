import type { NamedFile } from "#domain/content/files/require-files.ts";
import type { LectureRecord } from "./lecture.ts";

/** The files of a video that is written, unless they are those that it had. */
export function filesOfVideo(
  video: LectureRecord["video"] | undefined,
  held: LectureRecord["video"] | undefined,
  pointer: string,
): NamedFile[] {
  const known = new Set(held ? idsIn(held).map(({ id }) => id) : []);
  const named = video ? idsIn(video) : [];
  return named.filter(({ id }) => !known.has(id)).map(({ id, path }) => ({ id, pointer: `${pointer}${path}` }));
}

const idsIn = ({ fileId, captions }: NonNullable<LectureRecord["video"]>) => [
  ...(fileId === undefined ? [] : [{ id: fileId, path: "/fileId" }]),
  ...captions.map((caption, index) => ({ id: caption.fileId, path: `/captions/${index}/fileId` })),
];
