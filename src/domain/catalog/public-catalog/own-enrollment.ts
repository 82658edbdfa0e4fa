import * as z from "zod";
import { memberOf } from "#access/caller.ts";
import { Id } from "#domain/platform/ids.ts";
import { forAnyone, operation } from "#domain/platform/operation.ts";
import { findCourseAccess } from "#domain/sales/subscriptions/access.ts";

export const findOwnEnrollment = operation({
  name: "findOwnEnrollment",
  summary: "Report whether the caller can learn in a course",
  access: forAnyone,
  writes: false,
  input: z.object({ courseId: Id("course") }),
  output: z.object({ enrolled: z.boolean() }),
  async run(context, { courseId }) {
    const { db, site, caller, now } = context;
    const memberId = memberOf(caller);
    if (memberId === null) return { enrolled: false };
    const found = await db.first<{ id: string }>`
      select id from enrollments
       where site_id = ${site.id} and student_id = ${memberId} and course_id = ${courseId} and deleted_at is null
         and status in ('active', 'completed') and (expires_at is null or expires_at > ${now})`;
    return {
      enrolled: found !== undefined || (await findCourseAccess(context, { memberId, courseId }, now)) !== undefined,
    };
  },
});
