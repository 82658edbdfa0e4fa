import * as z from "zod";
import { isViewed } from "#access/caller.ts";
import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { Context } from "#domain/platform/context.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { operation } from "#domain/platform/operation.ts";
import { limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireWithin } from "#domain/platform/rate-limits/require-within.ts";
import { requireSession } from "#domain/platform/callers/require-session.ts";
import { foldingInSql } from "#domain/platform/search/folding-in-sql.ts";
import { foldForSearch } from "#lib/text/search-folding.ts";
import { mapInSlices } from "#lib/event-loop/map-in-slices.ts";
import { plainText } from "#lib/text/plain-text.ts";
import type { PlacedNote } from "./note.ts";
import { listNotes } from "./queries.ts";
import { type LearnersCourse, requireLearner } from "#domain/learning/learning-pages/learner.ts";
import { NoteQuery } from "./list-my-notes.ts";
import { outlineFor, type OutlineLecture } from "#domain/learning/learning-pages/outline.ts";

/** A lecture with the searched words in its title or text. */
export interface FoundLecture extends Pick<OutlineLecture, "id" | "title" | "kind" | "lock"> {
  section: string;
  /** The text around the words. Null if only the title has them. */
  excerpt: string | null;
}

/** Lectures and notes of a course with the searched words. */
export interface CourseMatches {
  course: LearnersCourse;
  lectures: FoundLecture[];
  notes: PlacedNote[];
}

const maxResults = 30;

export const searchMyCourse = operation({
  name: "searchMyCourse",
  summary: "Search a course of the member",
  description: "Titles of lectures, texts of lectures that are open to the member, and the member's private notes.",
  reads: { only: ["session"] },
  input: z.object({ course: ReferenceTo("course"), q: NoteQuery }),
  output: z.custom<CourseMatches>(),
  async prepare(context) {
    await requireWithin(context, limits.noteSearchPerMember, requireSession(context).memberId);
    return {};
  },
  async run(context, { course: reference, q }): Promise<CourseMatches> {
    const { memberId } = requireSession(context);
    const learner = await requireLearner(context, reference);
    const { course } = learner;
    const foldedWords = foldForSearch(q);
    if (foldedWords === "") return { course, lectures: [], notes: [] };
    const outline = await outlineFor(context, learner);
    const lectures = outline.flatMap((section) =>
      section.lectures.map((each) => ({ ...each, section: section.title })),
    );
    const open = lectures.filter(({ lock }) => lock === null).map(({ id }) => id);
    const texts = await textsWith(context, open, foldedWords);
    const matchingLectures = lectures
      .filter(({ id, title }) => texts.has(id) || foldForSearch(title).includes(foldedWords))
      .slice(0, maxResults)
      .map(({ id, title, kind, lock, section }) => ({
        id,
        title,
        kind,
        lock,
        section,
        excerpt: excerptOf(texts.get(id), foldedWords),
      }));
    const isOwn = !isViewed(context.caller);
    const notes = isOwn ? await listNotes(context, { memberId, courseId: course.id, q }, { limit: maxResults }) : [];
    return { course, lectures: matchingLectures, notes };
  },
});

/** The texts of these lectures that have the words, by lecture. */
async function textsWith(
  { db, site }: Context,
  ids: readonly string[],
  foldedWords: string,
): Promise<Map<string, string>> {
  const found = await db.many<{ id: string; bodyHtml: string }>`
    select lectures.id, lectures.body_html from ${table("lectures").withIds(site.id, ids)}
     where lectures.body_html is not null and position(${foldedWords} in ${foldingInSql(sql`lectures.body_markdown`)}) > 0
     limit ${maxResults}`;
  // A text can have 100,000 characters.
  return new Map(await mapInSlices(found, ({ id, bodyHtml }) => [id, plainText(bodyHtml)] as const));
}

const [before, length] = [60, 180];

/** The part of a text around the words, or its start if they are spelled in another way there. */
function excerptOf(text: string | undefined, foldedWords: string): string | null {
  if (text === undefined) return null;
  const line = text.replaceAll(/\s+/g, " ").trim();
  const at = Math.max(0, line.toLowerCase().indexOf(foldedWords));
  const start = at <= before ? 0 : line.indexOf(" ", at - before) + 1;
  const cut = line.slice(start, start + length);
  return `${start > 0 ? "… " : ""}${cut}${start + length < line.length ? " …" : ""}`;
}
