import { rows, sql } from "#database/statements/sql.ts";
import { attachedFiles } from "#domain/files/files/queries.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import type { WorkDraft } from "./draft.ts";

interface Place {
  enrollmentId: string;
  lectureId: string;
}

const columns = sql`
  work_drafts.id, work_drafts.attempt_id, work_drafts.answers, work_drafts.text, work_drafts.url, work_drafts.file_ids,
  work_drafts.kept_file_ids, work_drafts.revision, work_drafts.writer, work_drafts.saved_at,
  ${attachedFiles(sql`work_drafts`)} as files`;

export const findDraft = ({ db, site }: SiteScope, { enrollmentId, lectureId }: Place) =>
  db.first<WorkDraft>`
    select ${columns} from work_drafts
     where site_id = ${site.id} and enrollment_id = ${enrollmentId} and lecture_id = ${lectureId}`;

/** Replaces the draft of a lecture. The enrollment must be locked. */
export async function storeDraft(
  { db, site }: SiteScope,
  { enrollmentId, lectureId, answers, ...fields }: Place & Omit<WorkDraft, "id" | "files" | "revision">,
): Promise<void> {
  const stored = { ...fields, answers: JSON.stringify(answers), revision: newId() };
  await db.run`
    insert into work_drafts ${rows({ siteId: site.id, id: newId(), enrollmentId, lectureId, ...stored })}
    on conflict (site_id, enrollment_id, lecture_id) do update
       set attempt_id = excluded.attempt_id, answers = excluded.answers, text = excluded.text, url = excluded.url,
           file_ids = excluded.file_ids, kept_file_ids = excluded.kept_file_ids, revision = excluded.revision,
           writer = excluded.writer, saved_at = excluded.saved_at`;
}

export const deleteDraft = ({ db, site }: SiteScope, { enrollmentId, lectureId }: Place) =>
  db.run`
    delete from work_drafts
     where site_id = ${site.id} and enrollment_id = ${enrollmentId} and lecture_id = ${lectureId}`;

/** Drafts of two enrollments in one course, which become one: for each lecture, that of the surviving one stays. */
export async function combineDrafts({ db, site }: SiteScope, ownId: string, theirId: string): Promise<string[]> {
  const dropped = await db.write.many<{ fileIds: string[] }>`
    delete from work_drafts as theirs using work_drafts as own
     where theirs.site_id = ${site.id} and theirs.enrollment_id = ${theirId}
       and own.site_id = ${site.id} and own.enrollment_id = ${ownId} and own.lecture_id = theirs.lecture_id
    returning theirs.file_ids`;
  await db.run`
    update work_drafts set enrollment_id = ${ownId} where site_id = ${site.id} and enrollment_id = ${theirId}`;
  return dropped.flatMap(({ fileIds }) => fileIds);
}
