import type { Context } from "#domain/platform/context.ts";
import { contentOf, storeContent, type StoredContent } from "#domain/files/files/content.ts";
import { Filename } from "#domain/files/files/file.ts";
import { keepFile } from "#domain/files/files/keep-file.ts";
import type { ReceivedFile } from "#domain/platform/input/received-file.ts";
import { formatId } from "#domain/platform/ids.ts";
import { Problem, validationFailed } from "#domain/platform/problem.ts";
import type { AnswerInput } from "./answers.ts";
import type { FormRow } from "./form.ts";

/** Limits all files of one submission together. */
export const maxSubmissionBytes = 20 * 1024 * 1024;

/** Uploaded files by field handle. */
export type SentFiles = Readonly<Record<string, ReceivedFile>>;
export type StoredFiles = readonly { handle: string; filename: string; content: StoredContent }[];

/** Adds a placeholder answer for each uploaded file until the file has an id. */
export const withFiles = (
  answers: AnswerInput,
  { fields }: Pick<FormRow, "fields">,
  sent: (handle: string) => string | undefined,
): AnswerInput => ({
  ...answers,
  ...Object.fromEntries(
    fields.filter(({ kind }) => kind === "file").map(({ handle }) => [handle, sent(handle) ?? null] as const),
  ),
});

/** Sequentially: re-encoding an image takes much memory. */
export async function storeFiles(context: Context, form: FormRow, sent: SentFiles): Promise<StoredFiles> {
  const files = Object.entries(sent);
  const stored: { handle: string; filename: string; content: StoredContent }[] = [];
  const [first] = files;
  if (first && files.reduce((sum, [, { bytes }]) => sum + bytes.length, 0) > maxSubmissionBytes) {
    const detail = `All files together must have at most ${maxSubmissionBytes / 1024 / 1024} MiB.`;
    throw validationFailed(`/answers/${first[0]}`, "too_large", detail);
  }
  for (const [handle, { bytes, sha256, filename }] of files) {
    if (!form.fields.some((field) => field.handle === handle && field.kind === "file" && !field.retired)) {
      throw validationFailed(`/answers/${handle}`, "not_applicable", "This field does not accept a file.");
    }
    const content = await orUnusable(storeContent(context, contentOf(bytes, sha256), "submission"), handle);
    stored.push({ handle, filename: Filename.safeParse(filename ?? "").data ?? "file", content });
  }
  return stored;
}

async function orUnusable(work: Promise<StoredContent>, handle: string): Promise<StoredContent> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Problem && error.code === "unsupported_media")) throw error;
    throw validationFailed(`/answers/${handle}`, "unsupported_media", error.message);
  }
}

/** Creates files from the stored content; returns their ids by field handle. */
export async function keepFiles(context: Context, stored: StoredFiles): Promise<Map<string, string>> {
  const fileIdsByHandle = new Map<string, string>();
  for (const { handle, filename, content } of stored) {
    fileIdsByHandle.set(handle, (await keepFile(context, { filename, purpose: "submission" }, content)).id);
  }
  return fileIdsByHandle;
}

export const asAnswers = (kept: ReadonlyMap<string, string>) => (handle: string) => {
  const id = kept.get(handle);
  return id === undefined ? undefined : formatId("file", id);
};
