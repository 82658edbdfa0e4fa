import type { FastifyInstance, FastifyReply } from "fastify";
import { gradeSubmission } from "#domain/learning/submissions/operations.ts";
import {
  showSubmissionToGrade,
  type SubmissionToGrade,
} from "#domain/learning/submissions/submissions-for-teachers.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { Form } from "#oauth/form.ts";
import { sendPage } from "../../responses/send.ts";
import { type GradeProblem, submissionPage, type SubmissionPage } from "../../views/admin/submissions/submission.ts";
import { adminPageOf, type AdminPageRequest, adminPageRequestOf } from "../parts/page-request.ts";
import { fieldsOf } from "../../forms/submitted-fields.ts";
import {
  submissionQuery,
  submissionsAddress,
  type SubmissionNarrowing,
} from "../../views/admin/submissions/submissions.ts";
import { editedForm } from "../parts/edited-form.ts";
import { mayPerform } from "../parts/may-perform.ts";
import { hrefOf } from "../parts/href-of.ts";
import { adminSections } from "../sections.ts";
import { narrowingIn } from "./addresses.ts";

interface One {
  Params: { id: string };
  Querystring: { status?: string; course?: string; assignment?: string };
}

const { path } = adminSections.submissions;

/** GET and POST /admin/submissions/{id}: grade the submission or return it. */
export function gradePages(app: FastifyInstance, csrfKey: Buffer): void {
  app.get<One>(`${path}/:id`, async (request) =>
    show(adminPageRequestOf(request), request.params.id, { narrowing: narrowingIn(request.query) }),
  );

  app.post<One>(`${path}/:id`, async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    const { id } = request.params;
    const narrowing = narrowingIn(Object.fromEntries(fieldsOf(request)));
    const here = `${path}/${encodeURIComponent(id)}?${new URLSearchParams(submissionQuery(narrowing)).toString()}`;
    const edited = await editedForm(pageRequest, csrfKey, here, { keepsVersion: true });
    if (!edited) return reply;
    const { form } = edited;
    const typed = typedIn(form);
    const found = await perform(showSubmissionToGrade, pageRequest.context, { id });
    // Requires the displayed version, so that nobody grades work that the student or a colleague has changed meanwhile.
    const seen = { ...pageRequest.context, ifMatch: [Number(form.get("version"))] };
    const status = form.get("act") === "return" ? "returned" : "graded";
    try {
      await perform(gradeSubmission, seen, { id, status, ...scoreIn(typed), ...feedbackIn(typed, found) });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.code === "etag_mismatch" || error.code === "invalid_state") {
        return show(pageRequest, id, { narrowing, typed, notice: "changed", status: 409 });
      }
      if (error.code !== "validation_failed") throw error;
      return show(pageRequest, id, { narrowing, typed, problem: problemIn(error, typed), status: 422 });
    }
    return reply.redirect(`${submissionsAddress(narrowing)}&done=${status}`, 303);
  });
}

interface Typed {
  score: string;
  feedback: string;
}

const typedIn = (form: Form): Typed => ({
  score: (form.get("score") ?? "").trim(),
  // Browsers submit CRLF line endings.
  feedback: (form.get("feedback") ?? "").replaceAll("\r\n", "\n").trim(),
});

/** Reads `8.5` and `8,5`. Anything else is rejected as not a number. */
const scoreIn = ({ score }: Typed): { score?: number } => {
  if (score === "") return {};
  return { score: /^\d{1,6}([.,]\d+)?$/.test(score) ? Number(score.replace(",", ".")) : Number.NaN };
};

/** Unchanged feedback keeps its time. */
const feedbackIn = ({ feedback }: Typed, found: SubmissionToGrade): { feedback?: string } =>
  feedback === currentFeedback(found) ? {} : { feedback };

/** Feedback on an earlier version stays as it is until there is new feedback. */
const currentFeedback = ({ submission }: SubmissionToGrade): string =>
  submission.isFeedbackOutdated ? "" : (submission.feedbackMarkdown ?? "");

function problemIn({ details }: Problem, { score }: Typed): GradeProblem {
  const isOfFeedback = (details.errors ?? []).some(({ pointer }) => pointer.startsWith("/feedback"));
  if (isOfFeedback) return "feedback";
  return score === "" ? "missing" : "points";
}

interface Shown {
  narrowing: SubmissionNarrowing;
  typed?: Typed;
  problem?: GradeProblem;
  notice?: SubmissionPage["notice"];
  status?: number;
}

async function show(
  pageRequest: AdminPageRequest,
  id: string,
  { narrowing, typed, problem, notice, status = 200 }: Shown,
): Promise<FastifyReply> {
  const { context } = pageRequest;
  const found = await perform(showSubmissionToGrade, context, { id });
  const { submission, subject, assignment } = found;
  const mayGrade = mayPerform(context.caller, gradeSubmission);
  const { instructionsHtml, maxScore, rubric, latePolicy } = assignment;
  const stored = { score: submission.givenScore?.toString() ?? "", feedback: currentFeedback(found) };
  const view = submissionPage(adminPageOf(pageRequest, "submissions"), {
    submission: {
      ...submission,
      ...subject,
      id: formatId("submission", submission.id),
      courseHref: hrefOf(context, "course", submission.courseId),
      studentHref: hrefOf(context, "member", submission.studentId),
    },
    lectureHref: subject.path,
    assignment: {
      instructionsHtml,
      maxScore,
      rubric,
      penalty: latePolicy.kind === "penalty" ? latePolicy.percentPerDay : null,
    },
    form: mayGrade && submission.status !== "returned" ? (typed ?? stored) : null,
    mayGrade,
    problem,
    notice,
    narrowing,
  });
  return sendPage(pageRequest.reply, view, { status });
}
