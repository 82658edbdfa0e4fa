import type { FastifyInstance } from "fastify";
import { listCourses } from "#domain/catalog/courses/list-courses.ts";
import { listComments } from "#domain/feedback/comments/list-comments.ts";
import { questionTypes } from "#domain/feedback/questions/queries.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { htmlsOrSources } from "#domain/platform/texts/html-or-source.ts";
import { plainText } from "#lib/text/plain-text.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { type QuestionNarrowing, questionQuery } from "../../views/admin/questions/question-addresses.ts";
import { questionList } from "../../views/admin/questions/questions.ts";
import { hrefOf } from "../parts/href-of.ts";
import { adminPageOf } from "../parts/page-request.ts";
import { cursorIn, pagesOf } from "../parts/paging.ts";
import { getPage } from "../parts/routes.ts";
import { adminSections } from "../sections.ts";
import { lastIn, narrowingIn } from "./addresses.ts";

const { path } = adminSections.questions;

const perPage = 20;

const maxCourseChoices = 200;

/** GET /admin/questions: comments of students without an answer, in the caller's courses. */
export function listPage(app: FastifyInstance): void {
  getPage(app, path, async (pageRequest, request) => {
    const { context } = pageRequest;
    const { cursor } = request.query;
    const narrowing = narrowingIn(request.query);
    const [{ questions, nextCursor }, courses] = await Promise.all([
      read(context, narrowing, cursor),
      perform(listCourses, context, { limit: maxCourseChoices, sort: ["name"] }),
    ]);
    return questionList(adminPageOf(pageRequest, "questions"), {
      ...narrowing,
      questions,
      courses: courses.data.map(({ id, name }) => ({ id: formatId("course", id), name })),
      pages: pagesOf(path, questionQuery(narrowing), nextCursor, cursor),
      last: lastIn(request.query),
    });
  });
}

async function read(context: RequestContext, { course }: QuestionNarrowing, cursor: string | undefined) {
  const { data, page } = await perform(listComments, context, {
    unanswered: true,
    status: ["visible"],
    commentableType: questionTypes,
    sort: ["created_at"],
    ...(course && { courseId: [course] }),
    limit: perPage,
    ...cursorIn(cursor),
  });
  const commentIds = data.map(({ id }) => formatId("comment", id));
  const { showQuestionSubjects } = await adminOperations.discussions();
  const subjects = await perform(showQuestionSubjects, context, { commentIds });
  const htmls = await htmlsOrSources(
    context,
    data.map(({ body }) => body),
  );
  const byComment = new Map(subjects.map((subject) => [subject.commentId, subject]));
  const questions = data.flatMap(({ id, author, courseId, replyCount, createdAt }, index) => {
    const subject = byComment.get(id);
    // The lecture was deleted a moment ago.
    if (!subject) return [];
    return [
      {
        id: formatId("comment", id),
        student: author.name,
        studentHref: hrefOf(context, "member", author.memberId),
        subject: subject.title,
        course: subject.course,
        courseHref: courseId === null ? undefined : hrefOf(context, "course", courseId),
        text: plainText(htmls[index] ?? ""),
        replyCount,
        createdAt,
      },
    ];
  });
  return { questions, nextCursor: page.nextCursor };
}
