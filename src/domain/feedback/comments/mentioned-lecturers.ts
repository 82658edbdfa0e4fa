import { table } from "#database/table/table.ts";
import { sql } from "#database/statements/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";

interface CourseLecturer {
  name: string;
  memberId: string;
}

/** Words for all lecturers of the course, in the languages of pages. */
const everyLecturer = ["lecturer", "lecturers", "teacher", "講師", "老師"];

/** Returns the members who teach the course and whom a comment mentions: `@lecturer`, `@Uma` or `@Uma Vance`. */
export async function findMentioned({ db, site }: SiteScope, courseId: string, body: string): Promise<string[]> {
  if (!body.includes("@")) return [];
  const lecturers = await db.many<CourseLecturer>`
    select lecturers.name, lecturers.member_id
      from ${table("course_lecturers").under(site.id, "course_id", [courseId])}
     cross join ${table("lecturers").joined(site.id, sql`course_lecturers.lecturer_id`)}
     where lecturers.member_id is not null and lecturers.deleted_at is null
     order by course_lecturers.position, lecturers.id`;
  const mentions = mentionsIn(body);
  const mentioned = lecturers.filter(({ name }) => mentions.some((text) => isNamed(text, name)));
  return [...new Set(mentioned.map(({ memberId }) => memberId))];
}

/** The texts that follow each `@`, unless it belongs to an email address. */
const mentionsIn = (body: string): string[] =>
  [...body.matchAll(/(?<![\p{L}\p{N}._-])@/gu)].map(({ index }) => body.slice(index + 1, index + 100).toLowerCase());

function isNamed(text: string, name: string): boolean {
  const full = name.trim().toLowerCase();
  const [first = full] = full.split(/\s+/u);
  return [...everyLecturer, full, first].some((word) => word !== "" && startsWithWord(text, word));
}

/** Chinese has no spaces between words. */
const startsWithWord = (text: string, word: string): boolean =>
  text.startsWith(word) && (/\p{Script=Han}$/u.test(word) || !/^[\p{L}\p{N}]/u.test(text.slice(word.length)));
