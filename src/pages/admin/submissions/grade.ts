import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { gradeSubmission } from "#domain/learning/submissions/operations.ts";
import { isWithdrawn } from "#domain/learning/submissions/submission.ts";
import { isInline } from "#lib/files/media-type.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { sendPage } from "../../responses/send.ts";
import type { GradeProblem } from "../../views/admin/submissions/grade-form.ts";
import { submissionPage, type SubmissionPage } from "../../views/admin/submissions/submission.ts";
import { type ShownFile, submittedFilesPolicy } from "../../views/admin/submissions/submitted-files.ts";
import { adminPageOf, type AdminPageRequest } from "../parts/page-request.ts";
import { fieldsOf } from "../../forms/submitted-fields.ts";
import {
  submissionAddress,
  submissionsAddress,
  type SubmissionNarrowing,
} from "../../views/admin/submissions/submission-addresses.ts";
import { editedForm } from "../parts/edited-form.ts";
import { mayPerform } from "../parts/may-perform.ts";
import { hrefOf } from "../parts/href-of.ts";
import { getPage, postForm } from "../parts/routes.ts";
import { adminSections } from "../sections.ts";
import { gradedIn, narrowingIn } from "./addresses.ts";
import { editSnippets, listSnippets } from "./edit-snippets.ts";
import { isHeld } from "./is-held.ts";
import { undo } from "./undo.ts";
import { findWrongCriterion } from "./criteria.ts";
import { feedbackIn, problemIn, scoreIn, storedIn, type Typed, typedIn } from "./typed-grade.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { adminOperations } from "#operations/admin-operations.ts";

const { path } = adminSections.submissions;

/** GET and POST /admin/submissions/{id}: grade the submission or return it. */
export function gradePages(app: FastifyInstance): void {
  getPage(app, `${path}/:id`, async (pageRequest, request) =>
    show(pageRequest, request.params.id, {
      narrowing: narrowingIn(request.query),
      ...gradedIn(request.query),
    }),
  );

  postForm(app, { path: `${path}/:id`, formAt }, async (pageRequest, sent, request) => {
    const { reply } = pageRequest;
    const { id } = request.params;
    const narrowing = narrowingOf(request);
    if (sent.get("act") === "undo") return undo(pageRequest, id, narrowing);
    const edited = await editedForm(pageRequest, submissionAddress(id, narrowing), { keepsVersion: true });
    if (!edited) return reply;
    const { form } = edited;
    const { showSubmissionToGrade, holdGrade } = await adminOperations.grading();
    const current = await perform(showSubmissionToGrade, pageRequest.context, { id });
    const { rubric } = current.assignment;
    const typed = typedIn(form, current);
    // Graded a moment ago, by this person in another tab or by a colleague.
    if (current.held?.state === "waiting") {
      return show(pageRequest, id, { narrowing, typed, notice: "changed", status: 409 });
    }
    const act = form.get("act");
    const edit = await editSnippets(pageRequest.context, act, typed.feedback);
    if (edit) {
      const { problem } = edit;
      return show(pageRequest, id, { narrowing, typed: { ...typed, ...edit }, problem, status: problem ? 422 : 200 });
    }
    const status = act === "return" ? "returned" : "graded";
    const wrong = findWrongCriterion(rubric, typed.criteria);
    if (wrong !== undefined) {
      return show(pageRequest, id, { narrowing, typed, problem: { criterion: wrong }, status: 422 });
    }
    // Requires the displayed version, so that work which the student or a colleague has changed meanwhile is not graded.
    const contextAtVersion = { ...pageRequest.context, ifMatch: [Number(form.get("version"))] };
    try {
      await perform(holdGrade, contextAtVersion, { id, status, ...scoreIn(typed), ...feedbackIn(typed, current) });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.code === "etag_mismatch" || error.code === "invalid_state") {
        return show(pageRequest, id, { narrowing, typed, notice: "changed", status: 409 });
      }
      if (error.code !== "validation_failed") throw error;
      return show(pageRequest, id, { narrowing, typed, problem: problemIn(error, typed), status: 422 });
    }
    const next = act === "next" ? (await adjacentIn(pageRequest.context, id, narrowing)).next : undefined;
    const address = next === undefined ? submissionsAddress(narrowing) : submissionAddress(next, narrowing);
    return reply.redirect(`${address}&${new URLSearchParams({ done: status, last: id }).toString()}#content`, 303);
  });
}

const narrowingOf = (request: FastifyRequest) => narrowingIn(Object.fromEntries(fieldsOf(request)));

const formAt = ({ id }: { id: string }, request: FastifyRequest) => submissionAddress(id, narrowingOf(request));

interface Shown {
  narrowing: SubmissionNarrowing;
  typed?: Typed;
  problem?: GradeProblem;
  notice?: SubmissionPage["notice"];
  last?: string | undefined;
  status?: number;
}

async function show(
  pageRequest: AdminPageRequest,
  id: string,
  { narrowing, typed, problem, notice, last, status = 200 }: Shown,
): Promise<FastifyReply> {
  const { context } = pageRequest;
  const { holdGrade, showSubmissionToGrade } = await adminOperations.grading();
  const mayGrade = mayPerform(context.caller, gradeSubmission) && mayPerform(context.caller, holdGrade);
  const [found, adjacent, isLastHeld, snippets] = await Promise.all([
    perform(showSubmissionToGrade, context, { id }),
    adjacentIn(context, id, narrowing),
    isHeld(context, last),
    mayGrade ? listSnippets(context) : [],
  ]);
  const { submission, subject, assignment, held = null } = found;
  const { instructionsHtml, maxScore, rubric, latePolicy } = assignment;
  const view = submissionPage(adminPageOf(pageRequest, "submissions"), {
    submission: {
      ...submission,
      ...subject,
      isWithdrawn: isWithdrawn(submission),
      id: formatId("submission", submission.id),
      files: submission.files.map((file) => ({
        ...file,
        shown: shownAs(file.contentType),
        text: found.texts.get(file.id),
      })),
      courseHref: hrefOf(context, "course", submission.courseId),
      studentHref: hrefOf(context, "member", submission.studentId),
    },
    // Teaching assistants do not open lectures as staff, but their previews.
    lectureHref: mayGrade ? subject.path : `/admin/lectures/${formatId("lecture", submission.lectureId)}/preview`,
    assignment: {
      instructionsHtml,
      maxScore,
      rubric,
      penalty: latePolicy.kind === "penalty" ? latePolicy.percentPerDay : null,
    },
    form: mayGrade && submission.status !== "returned" ? (typed ?? storedIn(found)) : null,
    unsent: submission.status === "returned" ? typed?.feedback : undefined,
    mayGrade,
    problem,
    notice: notice === "changed" && isWithdrawn(submission) ? "withdrawn" : notice,
    last,
    isLastHeld,
    held,
    snippets,
    ...adjacent,
    narrowing,
  });
  return sendPage(pageRequest.reply, view, { status, content: submittedFilesPolicy });
}

/** Other files are downloaded, or opened by their link. */
function shownAs(contentType: string): ShownFile["shown"] {
  if (contentType === "application/pdf") return "pdf";
  const [kind] = contentType.split("/");
  return isInline(contentType) && (kind === "image" || kind === "video" || kind === "audio") ? kind : "link";
}

/** Returns the submissions around one, in the list with these filters. */
async function adjacentIn(
  context: RequestContext,
  id: string,
  { filter, course, assignment }: SubmissionNarrowing,
): Promise<{ previous?: string; next?: string }> {
  const { findAdjacentSubmissions } = await adminOperations.grading();
  const { previous, next } = await perform(findAdjacentSubmissions, context, {
    id,
    ...(filter !== "all" && { status: filter }),
    ...(course && { courseId: course }),
    ...(assignment && { lectureId: assignment }),
  });
  return {
    ...(previous !== null && { previous: formatId("submission", previous) }),
    ...(next !== null && { next: formatId("submission", next) }),
  };
}
