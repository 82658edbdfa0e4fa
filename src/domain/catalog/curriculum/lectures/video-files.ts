import type { NamedFile } from "#domain/files/files/references/require-files.ts";
import type { LectureRecord } from "./lecture.ts";

/** Returns the files of a new video that the previous video does not have. */
export function filesOfVideo(
  video: LectureRecord["video"] | undefined,
  existing: LectureRecord["video"] | undefined,
  pointer: string,
): NamedFile[] {
  const existingIds = new Set(existing ? idsIn(existing).map(({ id }) => id) : []);
  const named = video ? idsIn(video) : [];
  return named
    .filter(({ id }) => !existingIds.has(id))
    .map(({ id, path, use }) => ({ id, pointer: `${pointer}${path}`, use }));
}

const idsIn = ({ fileId, captions }: NonNullable<LectureRecord["video"]>) => [
  ...(fileId === undefined ? [] : [{ id: fileId, path: "/fileId", use: "media" as const }]),
  ...captions.map((caption, index) => ({
    id: caption.fileId,
    path: `/captions/${index}/fileId`,
    use: "captions" as const,
  })),
];
