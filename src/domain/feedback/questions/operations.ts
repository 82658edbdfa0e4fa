import * as z from "zod";
import { contentOf } from "#database/content/content-of.ts";
import { type Sql, sql } from "#database/statements/sql.ts";
import { ofOwnCourses } from "#domain/catalog/courses/own-courses.ts";
import { about } from "#domain/platform/audit/about.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { unchanged } from "#domain/platform/outcome.ts";
import { byTeachersInPerson, operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { findQuestionSubjects, isOpenQuestion, type QuestionSubject } from "./queries.ts";

const maxQuestionsPerPage = 100;

export const showQuestionSubjects = operation({
  name: "showQuestionSubjects",
  summary: "Find the lectures and posts that questions are about",
  reads: byTeachersInPerson,
  input: z.object({ commentIds: z.array(Id("comment")).max(maxQuestionsPerPage) }),
  output: z.custom<QuestionSubject[]>(),
  run: async (context, { commentIds }) => (commentIds.length === 0 ? [] : findQuestionSubjects(context, commentIds)),
});

/** The open questions before and after another one, oldest first. Null at the ends. */
interface AdjacentQuestions {
  previous: string | null;
  next: string | null;
}

export const findAdjacentQuestions = operation({
  name: "findAdjacentQuestions",
  summary: "Find the next and the previous open question",
  reads: byTeachersInPerson,
  input: z.object({ id: Id("comment"), courseId: Id("course").optional() }),
  output: z.custom<AdjacentQuestions>(),
  async run(context, { id, courseId }) {
    const ofCourse = courseId === undefined ? sql`true` : sql`comments.course_id = ${courseId}`;
    const filters = sql`${isOpenQuestion} and ${ofOwnCourses(context, sql`comments`) ?? sql`true`} and ${ofCourse}`;
    const [previous, next] = await Promise.all([
      findNeighbor(context, id, filters, "older"),
      findNeighbor(context, id, filters, "newer"),
    ]);
    return { previous, next };
  },
});

/** Starts at the position of the question, even if it has been answered meanwhile. */
async function findNeighbor(
  { db, site }: Context,
  id: string,
  filters: Sql,
  side: "older" | "newer",
): Promise<string | null> {
  const position = sql`
    (select at.created_at, at.id from comments as at where at.site_id = ${site.id} and at.id = ${id})`;
  const found = await db.first<{ id: string }>`
    select comments.id from comments
     where comments.site_id = ${site.id} and ${filters}
       and (comments.created_at, comments.id) ${side === "older" ? sql`<` : sql`>`} ${position}
     order by ${side === "older" ? sql`comments.created_at desc, comments.id desc` : sql`comments.created_at, comments.id`}
     limit 1`;
  return found?.id ?? null;
}

export const settleQuestion = operation({
  name: "settleQuestion",
  summary: "Mark a question as settled without an answer",
  description: "Thanks and remarks need no answer. Opening it again returns it to the questions.",
  writes: byTeachersInPerson,
  input: z.object({ id: Id("comment"), settled: z.boolean() }),
  output: z.object({ id: Id("comment") }),
  async run(context, { id, settled }) {
    const [subject] = await findQuestionSubjects(context, [id]);
    if (!subject) throw notFound("comment", formatId("comment", id));
    const { db, site } = context;
    const changed = await db.write.first<{ id: string }>`
      update comments set answered = ${settled}
       where site_id = ${contentOf(site.id)} and id = ${id} and answered <> ${settled}
         and not exists (
           select from comments as reply
            where reply.site_id = ${site.id} and reply.thread_id = ${id} and reply.parent_id is not null
              and reply.author_role <> 'student' and reply.deleted_at is null)
      returning id`;
    return changed ? { id } : unchanged({ id });
  },
  audit: ({ settled }, { id }) => about("comment", id, { settled }),
});
