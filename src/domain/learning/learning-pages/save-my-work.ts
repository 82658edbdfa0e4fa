import * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { keepFile, dropFiles } from "#domain/files/files/keep-file.ts";
import { ReceivedFile } from "#domain/platform/input/received-file.ts";
import { Id } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { operation } from "#domain/platform/operation.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireWithin } from "#domain/platform/rate-limits/require-within.ts";
import { requireSession } from "#domain/platform/callers/require-session.ts";
import { lockEnrollment } from "#domain/learning/enrollments/queries.ts";
import { maxFiles, requireAccepting } from "#domain/learning/submissions/hand-in.ts";
import { isSeen, seenDraft, type WorkDraft } from "#domain/learning/work-drafts/draft.ts";
import { findDraft, storeDraft } from "#domain/learning/work-drafts/queries.ts";
import { maxNewFileBytes, type MyDraft, requireEnrollment, storeFiles, type StoredFile } from "./my-assignment.ts";
import { addressed } from "#domain/files/files/file-address.ts";

/** The draft after a save. `isSaved`: false if another page has changed it, and nothing was saved. */
export type SavedWork = MyDraft & { isSaved: boolean };

export const saveMyWork = operation({
  name: "saveMyWork",
  summary: "Save work for an assignment without submitting it",
  description:
    "Adds the files to those of the draft. If another page has changed the draft since `revision`, nothing is saved, " +
    "and the output has the stored draft.",
  writes: { only: ["session"] },
  input: z.object({
    course: ReferenceTo("course"),
    lectureId: Id("lecture"),
    // As typed: a text that is refused on submission is not lost.
    text: z.string().max(20_000).nullable(),
    url: z.string().max(4000).nullable(),
    files: z.array(z.instanceof(ReceivedFile)).max(maxFiles).default([]),
    /** Files of the returned submission and of the draft to keep. Others of the draft are deleted. */
    keptFileIds: z.array(Id("file")).max(2 * maxFiles),
    ...seenDraft,
  }),
  output: z.custom<SavedWork>(),
  async prepare(context, { course, lectureId, files }): Promise<{ stored: StoredFile[] }> {
    const { memberId } = requireSession(context);
    await requireWithin(context, limits.workDraftPerMember, memberId);
    if (files.length === 0) return { stored: [] };
    await requireWithin(context, limits.workDraftFilesPerMember, memberId);
    const enrollment = await requireEnrollment(context, course, lectureId);
    await requireAccepting(context, enrollment, lectureId, { files: true });
    return { stored: await storeFiles(context, files) };
  },
  async run(context, { course, lectureId, text, url, keptFileIds, stored, writer, revision }): Promise<SavedWork> {
    const enrollment = await requireEnrollment(context, course, lectureId);
    await lockEnrollment(context, enrollment.id);
    await requireAccepting(context, enrollment, lectureId, { files: stored.length > 0 });
    const draftKey = { enrollmentId: enrollment.id, lectureId };
    const found = await findDraft(context, draftKey);
    const draft = found?.attemptId === null ? found : undefined;
    if (draft && !isSeen(draft, { writer, revision })) return { ...serialize(context, draft), isSaved: false };
    const fileIds = await replaceFiles(context, draft, { keptFileIds, stored });
    const others = keptFileIds.filter((id) => !fileIds.includes(id) && !draft?.fileIds.includes(id));
    const work = { attemptId: null, answers: [], text, url, fileIds, keptFileIds: others };
    await storeDraft(context, { ...draftKey, ...work, writer, savedAt: context.now });
    return { ...serialize(context, await mustExist(findDraft(context, draftKey))), isSaved: true };
  },
  unaudited: "of no effect for others: the submission has an event",
});

const serialize = (context: Context, draft: WorkDraft): MyDraft => ({
  ...draft,
  files: addressed(context, draft.files),
});

/** Deletes the files of the draft that are not kept, and adds others. Returns the IDs of all. */
async function replaceFiles(
  context: Context,
  draft: WorkDraft | undefined,
  { keptFileIds, stored }: { keptFileIds: readonly string[]; stored: readonly StoredFile[] },
): Promise<string[]> {
  const existing = draft?.fileIds ?? [];
  const keptIds = existing.filter((id) => keptFileIds.includes(id));
  if (keptIds.length + stored.length > maxFiles) {
    throw validationFailed("/files", "too_many", `Send at most ${maxFiles} files.`);
  }
  const sizes = (draft?.files ?? []).filter(({ id }) => keptIds.includes(id)).map(({ byteSize }) => byteSize);
  const total = [...sizes, ...stored.map(({ content }) => content.byteSize)].reduce((sum, size) => sum + size, 0);
  if (total > maxNewFileBytes) {
    throw validationFailed(
      "/files",
      "too_big",
      `All files together can have at most ${maxNewFileBytes / 1024 / 1024} MiB.`,
    );
  }
  const added: string[] = [];
  for (const { filename, content } of stored) {
    added.push((await keepFile(context, { filename, purpose: "submission" }, content)).id);
  }
  await dropFiles(
    context,
    existing.filter((id) => !keptIds.includes(id)),
  );
  return [...keptIds, ...added];
}
