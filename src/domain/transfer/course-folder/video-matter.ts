import * as z from "zod";
import { Video } from "#domain/catalog/curriculum/lectures/video.ts";
import { formatId } from "#domain/platform/ids.ts";
import { formatIssue } from "#domain/platform/input/format-issue.ts";
import { FilePath } from "./file-path.ts";

const { shape: video } = Video;

/** The video of a lecture, with file paths. */
export const VideoMatter = z
  .object({
    file: FilePath.optional(),
    provider: video.provider,
    externalUrl: video.externalUrl,
    captions: z
      .array(z.object({ lang: video.captions.unwrap().element.shape.lang, file: FilePath }))
      .max(50)
      .default([]),
    chapters: video.chapters,
  })
  .check(({ value, issues }) => {
    const result = Video.safeParse(
      withFiles(value, () => someFile),
      { error: formatIssue },
    );
    for (const { path, message } of result.error?.issues ?? []) {
      issues.push({ code: "custom", input: value, path, message: message.replace("file_id", "file") });
    }
  });
export type VideoMatter = z.output<typeof VideoMatter>;

/** Converts file paths to the references that the API expects. */
export function withFiles<Id>({ file, captions, ...others }: VideoMatter, idOf: (path: string) => Id) {
  return {
    ...others,
    ...(file !== undefined && { fileId: idOf(file) }),
    captions: captions.map(({ lang, file: path }) => ({ lang, fileId: idOf(path) })),
  };
}

const someFile = formatId("file", "00000000-0000-7000-8000-000000000000");
