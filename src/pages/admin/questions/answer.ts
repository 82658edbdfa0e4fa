import type { FastifyInstance, FastifyReply } from "fastify";
import { getComment, listCommentReplies } from "#domain/feedback/comments/list-comments.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { htmlsOrSources } from "#domain/platform/texts/html-or-source.ts";
import { notFound, Problem } from "#domain/platform/problem.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { sendPage } from "../../responses/send.ts";
import {
  questionAddress,
  type QuestionNarrowing,
  questionQuery,
  questionsAddress,
} from "../../views/admin/questions/question-addresses.ts";
import type { LastQuestion } from "../../views/admin/questions/question-notice.ts";
import { questionPage, type QuestionPage } from "../../views/admin/questions/question.ts";
import { hrefOf } from "../parts/href-of.ts";
import { performForm } from "../parts/perform-once.ts";
import { adminPageOf, type AdminPageRequest } from "../parts/page-request.ts";
import { getPage, postForm } from "../parts/routes.ts";
import { adminSections } from "../sections.ts";
import { lastIn, narrowingIn } from "./addresses.ts";

const maxReplies = 100;

/** GET and POST /admin/questions/{id}: answer the question, or say that it needs no answer. */
export function answerPages(app: FastifyInstance): void {
  getPage(app, `${adminSections.questions.path}/:id`, async (pageRequest, request) =>
    show(pageRequest, request.params.id, {
      narrowing: narrowingIn(request.query),
      last: lastIn(request.query),
    }),
  );

  postForm(
    app,
    { path: `${adminSections.questions.path}/:id`, formAt: ({ id }) => questionAddress(id, { course: "" }) },
    async (pageRequest, form, { params: { id } }) => {
      const narrowing = narrowingIn({ course: form.get("course") });
      const act = form.get("act");
      const { settleQuestion, answerQuestion } = await adminOperations.discussions();
      if (act === "settle" || act === "reopen") {
        await performForm(pageRequest, settleQuestion, { id, settled: act === "settle" });
        const done = act === "settle" ? "settled" : "reopened";
        return leave(pageRequest, id, { narrowing, done, opensNext: act === "settle" });
      }
      const answer = form.get("answer") ?? "";
      try {
        await performForm(pageRequest, answerQuestion, {
          id,
          body: answer,
          seenReplies: Number(form.get("seen") ?? 0),
        });
      } catch (error) {
        const problem = problemOf(error);
        if (problem === undefined) throw error;
        return show(pageRequest, id, { narrowing, answer, ...problem });
      }
      return leave(pageRequest, id, { narrowing, done: "answered", opensNext: act === "next" });
    },
  );
}

/** Leads to the next question, or to the list. */
async function leave(
  { context, reply }: AdminPageRequest,
  id: string,
  { narrowing, done, opensNext }: { narrowing: QuestionNarrowing; done: LastQuestion["done"]; opensNext: boolean },
): Promise<FastifyReply> {
  const { course } = narrowing;
  const { findAdjacentQuestions } = await adminOperations.discussions();
  const adjacent = opensNext
    ? await perform(findAdjacentQuestions, context, { id, ...(course && { courseId: course }) })
    : undefined;
  const next = adjacent?.next ?? null;
  const [path = ""] = (
    next === null ? questionsAddress(narrowing) : questionAddress(formatId("comment", next), narrowing)
  ).split("?");
  return reply.redirect(
    `${path}?${new URLSearchParams({ ...questionQuery(narrowing), done, last: id }).toString()}#content`,
    303,
  );
}

function problemOf(error: unknown): { problem: NonNullable<QuestionPage["problem"]>; status: number } | undefined {
  if (!(error instanceof Problem)) return undefined;
  if (error.code === "validation_failed") return { problem: "body", status: 422 };
  if (error.code === "etag_mismatch") return { problem: "changed", status: 409 };
  return error.code === "rate_limited" ? { problem: "many", status: 429 } : undefined;
}

interface Shown {
  narrowing: QuestionNarrowing;
  last?: LastQuestion | undefined;
  answer?: string;
  problem?: QuestionPage["problem"];
  status?: number;
}

async function show(
  pageRequest: AdminPageRequest,
  requested: string,
  { narrowing, last, answer = "", problem, status = 200 }: Shown,
): Promise<FastifyReply> {
  const { context } = pageRequest;
  const comment = await perform(getComment, context, { id: requested });
  // A reply leads to its question.
  if (comment.parentId !== null) {
    return show(pageRequest, formatId("comment", comment.parentId), { narrowing });
  }
  const id = requested;
  const { showQuestionSubjects, findAdjacentQuestions } = await adminOperations.discussions();
  const [[subject], replies, adjacent] = await Promise.all([
    perform(showQuestionSubjects, context, { commentIds: [id] }),
    perform(listCommentReplies, context, { id, status: ["visible"], limit: maxReplies }),
    perform(findAdjacentQuestions, context, { id, ...(narrowing.course && { courseId: narrowing.course }) }),
  ]);
  if (!subject) throw notFound("comment", id);
  const { author, body, courseId, createdAt, replyCount } = comment;
  const isAnswered = replies.data.some((reply) => reply.author.role !== "student");
  const [html = "", ...htmls] = await htmlsOrSources(context, [body, ...replies.data.map((reply) => reply.body)]);
  const view = questionPage(adminPageOf(pageRequest, "questions"), {
    question: {
      id,
      student: author.name,
      studentHref: hrefOf(context, "member", author.memberId),
      subject: subject.title,
      course: subject.course,
      courseHref: courseId === null ? undefined : hrefOf(context, "course", courseId),
      html,
      replyCount,
      createdAt,
      state: !subject.answered ? "open" : isAnswered ? "answered" : "settled",
      isOpen: subject.isOpen,
    },
    replies: replies.data.map((reply, index) => ({
      id: formatId("comment", reply.id),
      author: reply.author.name,
      role: reply.author.role,
      html: htmls[index] ?? "",
      createdAt: reply.createdAt,
    })),
    placeHref: placeOf(pageRequest, id, subject),
    answer,
    problem,
    last,
    previous: adjacent.previous === null ? null : formatId("comment", adjacent.previous),
    next: adjacent.next === null ? null : formatId("comment", adjacent.next),
    narrowing,
  });
  return sendPage(pageRequest.reply, view, { status });
}

/** Teaching assistants do not open lectures as staff. */
function placeOf({ session }: AdminPageRequest, id: string, { path, course }: { path: string; course: string | null }) {
  const seesLectures = session.roles.some((role) => role === "owner" || role === "manager" || role === "lecturer");
  return course === null || seesLectures ? `${path}?comment=${id}#${id}` : undefined;
}
