import type { FastifyInstance } from "fastify";
import { listCourses } from "#domain/catalog/courses/list-courses.ts";
import { gradeSubmission, listSubmissions } from "#domain/learning/submissions/operations.ts";
import { isWithdrawn } from "#domain/learning/submissions/submission.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { type SubmissionNarrowing, submissionQuery } from "../../views/admin/submissions/submission-addresses.ts";
import { submissionList } from "../../views/admin/submissions/submissions.ts";
import { adminPageOf } from "../parts/page-request.ts";
import { cursorIn, pagesOf } from "../parts/paging.ts";
import { hrefOf } from "../parts/href-of.ts";
import { mayPerform } from "../parts/may-perform.ts";
import { getPage } from "../parts/routes.ts";
import { adminSections } from "../sections.ts";
import { gradedIn, narrowingIn } from "./addresses.ts";
import { isHeld } from "./is-held.ts";

const { path } = adminSections.submissions;
const perPage = 20;

const maxCourseChoices = 200;

/** GET /admin/submissions. */
export function listPage(app: FastifyInstance): void {
  getPage(app, path, async (pageRequest, request) => {
    const { context } = pageRequest;
    const { cursor } = request.query;
    const narrowing = narrowingIn(request.query);
    const [found, courses] = await Promise.all([read(context, narrowing, cursor), coursesFor(context, narrowing)]);
    return submissionList(adminPageOf(pageRequest, "submissions"), {
      ...narrowing,
      submissions: found.submissions,
      courses,
      mayGrade: mayPerform(context.caller, gradeSubmission),
      pages: pagesOf(path, submissionQuery(narrowing), found.nextCursor, cursor),
      heldCount: found.heldCount,
      ...gradedIn(request.query),
      isLastHeld: await isHeld(context, gradedIn(request.query).last),
    });
  });
}

async function read(
  context: RequestContext,
  { filter, course, assignment }: SubmissionNarrowing,
  cursor: string | undefined,
) {
  const { data, page } = await perform(listSubmissions, context, {
    ...(filter !== "all" && { status: [filter] }),
    // The longest waiting submission is first.
    ...(filter === "submitted" && { sort: ["created_at"] }),
    ...(course && { courseId: [course] }),
    ...(assignment && { assignmentId: [assignment] }),
    limit: perPage,
    ...cursorIn(cursor),
  });
  const submissionIds = data.map(({ id }) => formatId("submission", id));
  const { showSubmissionSubjects } = await adminOperations.grading();
  const subjects = await perform(showSubmissionSubjects, context, { submissionIds });
  const byId = new Map(subjects.map((subject) => [subject.submissionId, subject]));
  const submissions = data.flatMap(({ id, status, gradedAt, submittedAt, daysLate, studentId, courseId }) => {
    const subject = byId.get(id);
    // Graded a moment ago: it does not wait.
    if (!subject || (filter === "submitted" && subject.isHeld)) return [];
    const { assignment: title, course: name, student } = subject;
    return [
      {
        id: formatId("submission", id),
        status,
        isWithdrawn: isWithdrawn({ status, gradedAt }),
        assignment: title,
        course: name,
        courseHref: hrefOf(context, "course", courseId),
        student,
        studentHref: hrefOf(context, "member", studentId),
        submittedAt,
        daysLate,
      },
    ];
  });
  const heldCount = subjects.filter((subject) => subject.isHeld).length;
  return { submissions, heldCount, nextCursor: page.nextCursor };
}

/** The courses by name, and the selected one if there are more. */
async function coursesFor(context: RequestContext, { course }: SubmissionNarrowing) {
  const { data } = await perform(listCourses, context, { limit: maxCourseChoices, sort: ["name"] });
  const courses = data.map(({ id, name }) => ({ id: formatId("course", id), name }));
  if (!course || courses.some(({ id }) => id === course)) return courses;
  const { data: selected } = await perform(listCourses, context, { ids: [course] });
  return [...courses, ...selected.map(({ name }) => ({ id: course, name }))];
}
