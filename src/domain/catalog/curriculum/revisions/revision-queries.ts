import { rows } from "#database/statements/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";

/** Texts that are kept of a lecture, the current one included. */
const keptRevisions = 50;

interface RevisedLecture {
  title: string;
  bodyMarkdown: string | null;
  updatedAt: Date;
}

/** The text of a lecture before a change of it, and the number of its last revision. */
export interface Former extends RevisedLecture {
  revision: number | null;
}

/** Reads the text of a locked lecture before it changes. */
export const readFormer = ({ db, site }: SiteScope, lectureId: string) =>
  db.one<Former>`
    select title, body_markdown, updated_at,
           (select max(revision) from lecture_revisions
             where lecture_revisions.site_id = ${site.id} and lecture_revisions.lecture_id = ${lectureId}) as revision
      from lectures where site_id = ${site.id} and id = ${lectureId}`;

/**
 * Stores the new text of a lecture as its last revision, and before the first one the text that it replaces. Deletes the
 * oldest beyond the maximum.
 */
export async function keepRevision(
  { db, site }: SiteScope,
  lectureId: string,
  {
    former,
    text,
    memberId,
    now,
  }: { former: Former; text: Omit<RevisedLecture, "updatedAt">; memberId: string | null; now: Date },
): Promise<void> {
  const { title, bodyMarkdown, updatedAt, revision } = former;
  if (text.title === title && text.bodyMarkdown === bodyMarkdown) return;
  const next = (revision ?? 1) + 1;
  const earlier = { lectureId, revision: 1, title, bodyMarkdown, memberId: null, createdAt: updatedAt };
  if (revision === null) {
    await db.run`insert into lecture_revisions ${rows({ siteId: site.id, id: newId(), ...earlier })}`;
  }
  const made = { lectureId, revision: next, ...text, memberId, createdAt: now };
  await db.run`insert into lecture_revisions ${rows({ siteId: site.id, id: newId(), ...made })}`;
  if (next <= keptRevisions) return;
  await db.run`
    delete from lecture_revisions
     where site_id = ${site.id} and lecture_id = ${lectureId} and revision <= ${next - keptRevisions}`;
}

export const findRevision = ({ db, site }: SiteScope, lectureId: string, revision: number) =>
  db.first<{ id: string; title: string; bodyMarkdown: string | null; memberId: string | null; createdAt: Date }>`
    select id, title, body_markdown, member_id, created_at from lecture_revisions
     where site_id = ${site.id} and lecture_id = ${lectureId} and revision = ${revision}`;
