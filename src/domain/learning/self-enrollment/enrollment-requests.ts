import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import { personOf } from "#domain/platform/joined-person.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { cursorPage, decodeCursor } from "#domain/platform/listing/cursor.ts";
import { inAdminArea, operation } from "#domain/platform/operation.ts";
import { about } from "#domain/platform/audit/about.ts";
import { unchanged } from "#domain/platform/outcome.ts";
import { invalidState, notFound } from "#domain/platform/problem.ts";
import { findFreeOffer } from "./free-offer.ts";
import { enroll } from "./enroll-myself.ts";
import { decideRequest, lockRequest } from "./queries.ts";

const list = { kind: "enrollmentRequests" };

const EnrollmentRequest = z.object({
  id: Id("enrollmentRequest"),
  memberId: Id("member"),
  name: z.string().nullable(),
  email: z.string().nullable(),
  course: z.string(),
  createdAt: Instant,
});

export const listEnrollmentRequests = operation({
  name: "listEnrollmentRequests",
  summary: "List pending enrollment requests",
  description: "Oldest first.",
  reads: inAdminArea,
  input: z.object({ limit: z.number().int().min(1).max(100), cursor: z.string().max(500).optional() }),
  output: z.object({ requests: z.array(EnrollmentRequest), nextCursor: z.string().nullable() }),
  async run({ db, site }, { limit, cursor }) {
    const after = cursor === undefined ? undefined : decodeCursor(cursor, list);
    const beyond = after
      ? sql`(enrollment_requests.created_at, enrollment_requests.id) > (${new Date(after.value)}::timestamptz, ${after.id}::uuid)`
      : sql`true`;
    const requestRows = await db.many<z.output<typeof EnrollmentRequest>>`
      select enrollment_requests.id, enrollment_requests.member_id, person.name, person.email, courses.name as course,
             enrollment_requests.created_at
        from enrollment_requests
        ${personOf(sql`enrollment_requests`)}
        cross join ${table("courses").of("enrollment_requests", "course_id")}
       where enrollment_requests.site_id = ${site.id} and enrollment_requests.status = 'pending' and ${beyond}
       order by enrollment_requests.created_at, enrollment_requests.id
       limit ${limit + 1}`;
    const { rows: requests, nextCursor } = cursorPage(requestRows, limit, list, ({ createdAt, id }) => ({
      value: createdAt.toISOString(),
      id,
    }));
    return { requests, nextCursor };
  },
});

/** Approves or declines a request. Deciding the same again changes nothing. */
export const decideEnrollmentRequest = operation({
  name: "decideEnrollmentRequest",
  summary: "Approve or decline an enrollment request",
  writes: inAdminArea,
  input: z.object({ id: Id("enrollmentRequest"), decision: z.enum(["approved", "declined"]) }),
  output: z.object({ id: Id("enrollmentRequest"), decision: z.enum(["approved", "declined"]) }),
  async run(context, { id, decision }) {
    const request = await lockRequest(context, id);
    if (!request) throw notFound("enrollment request", formatId("enrollmentRequest", id));
    if (request.status === decision) return unchanged({ id, decision });
    if (request.status !== "pending") {
      throw invalidState("enrollment request", request.status, decision, ["pending"]);
    }
    if (decision === "approved") {
      const { memberId, courseId } = request;
      const offer = (await findFreeOffer(context, courseId)) ?? { courseId, planId: null, seatsLeft: null };
      await enroll(context, memberId, offer, { notify: true });
    }
    await decideRequest(context, id, decision, context.now);
    return { id, decision };
  },
  audit: (_input, { id, decision }) => about("enrollmentRequest", id, { decision }),
});
