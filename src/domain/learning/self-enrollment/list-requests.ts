import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import { personOf } from "#domain/platform/joined-person.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/instant.ts";
import { cursorPage, decodeCursor } from "#domain/platform/listing/cursor.ts";
import { inAdminArea, operation } from "#domain/platform/operation.ts";

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
    const found = await db.many<z.output<typeof EnrollmentRequest>>`
      select enrollment_requests.id, enrollment_requests.member_id, person.name, person.email, courses.name as course,
             enrollment_requests.created_at
        from enrollment_requests
        ${personOf(sql`enrollment_requests`)}
        cross join ${table("courses").of("enrollment_requests", "course_id")}
       where enrollment_requests.site_id = ${site.id} and enrollment_requests.status = 'pending' and ${beyond}
       order by enrollment_requests.created_at, enrollment_requests.id
       limit ${limit + 1}`;
    const { rows: requests, nextCursor } = cursorPage(found, limit, list, ({ createdAt, id }) => ({
      value: createdAt.toISOString(),
      id,
    }));
    return { requests, nextCursor };
  },
});
