import * as z from "zod";
import { findCourse } from "#domain/catalog/courses/queries.ts";
import { allRequests, restoreRequest } from "#domain/learning/self-enrollment/all-requests.ts";
import { findMember } from "#domain/people/members/queries.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { notImported } from "./not-imported.ts";
import { restoredPart } from "./restored-part.ts";
import { requireOnlyIn, requireOrder } from "./state-times.ts";
import { storedRows } from "./stored-rows.ts";

const Request = z.object({
  memberId: Id("member"),
  courseId: Id("course"),
  status: z.enum(["pending", "approved", "declined"]),
  createdAt: Instant,
  decidedAt: Instant.nullable(),
});

/** Requests of members to join a course, open and decided ones. */
export const enrollmentRequests = restoredPart({
  rows: (context) => storedRows(Request.extend({ id: Id("enrollmentRequest") }), allRequests(context)),
  key: ["member_id", "course_id"],
  schema: Request,
  notCompared: [],
  async insert(context, request) {
    const isDecided = request.status !== "pending";
    requireOnlyIn(isDecided, request, ["decidedAt"], "decided requests");
    if (isDecided && request.decidedAt === null) {
      throw validationFailed("/decided_at", "required", `The status ${request.status} requires decided_at.`);
    }
    requireOrder(request, ["createdAt", "decidedAt"]);
    if (!(await findMember(context, request.memberId))) throw notImported("/memberId", "member");
    if (!(await findCourse(context, { id: request.courseId }))) throw notImported("/courseId", "course");
    return formatId("enrollmentRequest", await restoreRequest(context, request));
  },
});
