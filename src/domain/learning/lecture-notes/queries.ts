import { rows, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { foldingInSql } from "#domain/platform/search/folding-in-sql.ts";
import { foldForSearch } from "#lib/text/search-folding.ts";
import type { LectureNote, PlacedNote } from "./note.ts";

const columns = sql`
  lecture_notes.id, lecture_notes.course_id, lecture_notes.lecture_id, lecture_notes.position_seconds, lecture_notes.text,
  lecture_notes.revision, lecture_notes.writer, lecture_notes.saved_at`;

/** The notes of a member in one lecture, by their position, then by age. */
export const listNotesOfLecture = (
  { db, site }: SiteScope,
  { memberId, lectureId }: { memberId: string; lectureId: string },
): Promise<LectureNote[]> =>
  db.many<LectureNote>`
    select ${columns} from lecture_notes
     where lecture_notes.site_id = ${site.id}
       and ${table("lecture_notes").hasPair(["member_id", "lecture_id"], memberId, lectureId)}
     order by lecture_notes.position_seconds nulls first, lecture_notes.id`;

export const findNote = ({ db, site }: SiteScope, id: string) =>
  db.first<LectureNote & { memberId: string }>`
    select ${columns}, lecture_notes.member_id from lecture_notes where site_id = ${site.id} and id = ${id}`;

/** Counts the notes of a member: in the lecture, and at the school. */
export const countNotes = (
  { db, site }: SiteScope,
  { memberId, lectureId }: { memberId: string; lectureId: string },
): Promise<{ inLecture: number; total: number }> =>
  db.one<{ inLecture: number; total: number }>`
    select (count(*) filter (where lecture_notes.lecture_id = ${lectureId}))::integer as in_lecture,
           count(*)::integer as total
      from ${table("lecture_notes").under(site.id, "member_id", [memberId])}`;

interface Written extends Pick<LectureNote, "id" | "courseId" | "lectureId" | "positionSeconds" | "text" | "writer"> {
  memberId: string;
}

/** Stores a note. The member must be its owner. */
export async function storeNote({ db, site, now }: Context, note: Written): Promise<void> {
  const row = { siteId: site.id, ...note, revision: newId(), createdAt: now, savedAt: now };
  await db.run`
    insert into lecture_notes ${rows(row)}
    on conflict (site_id, id) do update
       set position_seconds = excluded.position_seconds, text = excluded.text, revision = excluded.revision,
           writer = excluded.writer, saved_at = excluded.saved_at
     where lecture_notes.member_id = excluded.member_id`;
}

/** Returns the deleted note, or undefined if the member has none with this ID. */
export const deleteNote = ({ db, site }: SiteScope, { id, memberId }: { id: string; memberId: string }) =>
  db.write.first<{ lectureId: string }>`
    delete from lecture_notes where site_id = ${site.id} and id = ${id} and member_id = ${memberId} returning lecture_id`;

interface Sought {
  memberId: string;
  courseId?: string | undefined;
  /** Only notes with this text. */
  q?: string | undefined;
}

/** The notes of a member with the names of their lectures and courses. */
const placedNotes = ({ site }: SiteScope, { memberId, courseId, q }: Sought) => {
  const course = courseId === undefined ? sql`true` : sql`lecture_notes.course_id = ${courseId}`;
  const sought = q === undefined ? "" : foldForSearch(q);
  const text = sought === "" ? sql`true` : sql`position(${sought} in ${foldingInSql(sql`lecture_notes.text`)}) > 0`;
  return sql`
    select ${columns}, lectures.title as lecture,
           jsonb_build_object('id', courses.id, 'slug', courses.slug, 'name', courses.name) as course
      from ${table("lecture_notes").under(site.id, "member_id", [memberId])}
     cross join ${table("lectures").of("lecture_notes", "lecture_id")}
     cross join ${table("courses").of("lecture_notes", "course_id")}
     where ${course} and ${text}`;
};

/** Newest first, before this ID. */
export const listNotes = (
  scope: SiteScope,
  sought: Sought,
  { before, limit }: { before?: string | undefined; limit: number },
) =>
  scope.db.many<PlacedNote>`
    select * from (${placedNotes(scope, sought)}) as notes
     where ${before === undefined ? sql`true` : sql`notes.id < ${before}`}
     order by notes.id desc limit ${limit}`;

/** All of them, by course, lecture and position. */
export const listNotesInOrder = (scope: SiteScope, sought: Sought) =>
  scope.db.many<PlacedNote>`
    select * from (${placedNotes(scope, sought)}) as notes
     order by notes.course ->> 'name', notes.course_id, notes.lecture, notes.lecture_id,
              notes.position_seconds nulls first, notes.id`;
