import * as z from "zod";
import { type Sql, sql } from "#database/statements/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { holdsScope } from "#domain/platform/callers/holds-scope.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { decodeCursor, encodeCursor, type Position } from "#domain/platform/listing/cursor.ts";
import { operation } from "#domain/platform/operation.ts";
import { requireMember } from "./queries.ts";

/** An activity of a member. */
const Activity = z
  .object({
    object: z.literal("activity"),
    kind: z.enum(["sign_in", "enrolled", "course_completed", "purchased"]),
    at: Instant,
    courseId: Id("course").nullable(),
    enrollmentId: Id("enrollment").nullable(),
    orderId: Id("order").nullable(),
  })
  .meta({ id: "Activity" });

interface ActivityRow extends Omit<z.output<typeof Activity>, "object"> {
  /** Id of the source record. */
  id: string;
}

export const listMemberActivity = operation({
  name: "listMemberActivity",
  summary: "List the activity of a member",
  description: "Newest first: sign-ins, learning (requires `students:read`) and purchases (requires `orders:read`).",
  reads: "members:read",
  input: z.object({
    id: Id("member"),
    limit: z.number().int().min(1).max(200).default(50),
    cursor: z.string().max(1000).optional(),
  }),
  output: z.object({
    data: z.array(Activity),
    page: z.object({ nextCursor: z.string().nullable(), hasMore: z.boolean() }),
  }),
  async run(context, { id, limit, cursor }) {
    await requireMember(context, id);
    const before = cursor === undefined ? undefined : decodeCursor(cursor, { id });
    const found = await activityOf(context, id, before, limit + 1);
    const pageRows = found.slice(0, limit);
    const hasMore = found.length > limit;
    const last = pageRows.at(-1);
    return {
      data: pageRows.map((row) => ({ ...row, object: "activity" as const })),
      page: {
        hasMore,
        nextCursor: hasMore && last ? encodeCursor({ value: last.at.toISOString(), id: last.id }, { id }) : null,
      },
    };
  },
});

/** Reads each activity type by its own index, only as far as a page needs. */
function activityOf(
  context: Context,
  memberId: string,
  before: Position | undefined,
  limit: number,
): Promise<ActivityRow[]> {
  const { db, site, caller } = context;
  const until = (at: Sql, id: Sql) =>
    before ? sql`(${at}, ${id}) < (${before.value}::timestamptz, ${before.id}::uuid)` : sql`true`;
  const signIns = sql`
    select 'sign_in' as kind, created_at as at, id, null::uuid as course_id, null::uuid as enrollment_id,
           null::uuid as order_id
      from audit_entries
     where site_id = ${site.id} and member_id = ${memberId} and action = 'signIn'
       and ${until(sql`created_at`, sql`id`)}
     order by created_at desc, id desc limit ${limit}`;
  const learned = (kind: string, at: Sql) => sql`
    select ${kind}::text as kind, ${at} as at, id, course_id, id as enrollment_id, null::uuid as order_id
      from enrollments
     where site_id = ${site.id} and student_id = ${memberId} and deleted_at is null and ${at} is not null
       and ${until(at, sql`id`)}
     order by ${at} desc, id desc limit ${limit}`;
  const learning = holdsScope(caller, "students:read")
    ? sql`union all (${learned("enrolled", sql`enrolled_at`)})
          union all (${learned("course_completed", sql`completed_at`)})`
    : sql``;
  const buying = holdsScope(caller, "orders:read")
    ? sql`union all (
        select 'purchased' as kind, paid_at as at, id, null::uuid as course_id, null::uuid as enrollment_id, id as order_id
          from orders
         where site_id = ${site.id} and member_id = ${memberId} and deleted_at is null and paid_at is not null
           and ${until(sql`paid_at`, sql`id`)}
         order by paid_at desc, id desc limit ${limit})`
    : sql``;
  return db.many<ActivityRow>`
    select kind, at, id, course_id, enrollment_id, order_id from ((${signIns}) ${learning} ${buying}) as activity
     order by at desc, id desc limit ${limit}`;
}
