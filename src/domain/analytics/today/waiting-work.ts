import * as z from "zod";
import { type Sql, sql } from "#database/statements/sql.ts";
import { ofOwnCourses, ownCourses } from "#domain/catalog/courses/own-courses.ts";
import { isOpenQuestion } from "#domain/feedback/questions/queries.ts";
import type { Context } from "#domain/platform/context.ts";
import { holdsScope } from "#domain/platform/callers/holds-scope.ts";
import { isConfined } from "#domain/platform/callers/is-confined.ts";
import { byTeachersInPerson, operation } from "#domain/platform/operation.ts";

/** Counting stops here: more is shown as `99+`. */
export const maxWaiting = 99;

export const waitingKinds = [
  "submissions",
  "requests",
  "comments",
  "questions",
  "reviews",
  "transfers",
  "orders",
  "payments",
  "webhooks",
  "drafts",
] as const;
export type WaitingKind = (typeof waitingKinds)[number];

/** Failed payments are news for a week. */
const days = 7;

export const countWaiting = operation({
  name: "countWaiting",
  summary: "Count what waits for the staff",
  reads: byTeachersInPerson,
  input: z.object({}),
  /** Counts up to `maxWaiting` + 1. */
  output: z.custom<{ kind: WaitingKind; count: number }[]>(),
  async run(context) {
    const { db } = context;
    const counted = selectsFor(context);
    const parts = waitingKinds.flatMap((kind) => {
      const rows = counted[kind];
      return rows === undefined
        ? []
        : [
            sql`select ${kind}::text as kind, (select count(*)::integer from (${rows} limit ${maxWaiting + 1}) as found) as count`,
          ];
    });
    if (parts.length === 0) return [];
    return db.many<{ kind: WaitingKind; count: number }>`${parts.reduce((all, part) => sql`${all} union all ${part}`)}`;
  },
});

/** Selects in the order of an index, so that counting stops at the limit. Undefined without the right to read them. */
function selectsFor(context: Context): Readonly<Record<WaitingKind, Sql | undefined>> {
  const { site, now, caller } = context;
  const runsTheSite = !isConfined(context);
  const reads = (scope: Parameters<typeof holdsScope>[1]) => holdsScope(caller, scope);
  const since = new Date(now.getTime() - days * 86_400_000);
  const sells = runsTheSite && reads("orders:read");
  const moderates = runsTheSite && reads("comments:read");
  return {
    submissions: reads("students:read")
      ? sql`select from submissions
             where site_id = ${site.id} and status = 'submitted' and deleted_at is null
               and ${ofOwnCourses(context, sql`submissions`) ?? sql`true`}
             order by created_at, id`
      : undefined,
    requests: runsTheSite
      ? sql`select from enrollment_requests where site_id = ${site.id} and status = 'pending' order by created_at, id`
      : undefined,
    comments: moderates
      ? sql`select from comments
             where site_id = ${site.id} and status = 'pending' and deleted_at is null order by created_at, id`
      : undefined,
    questions: reads("comments:read")
      ? sql`select from comments
             where comments.site_id = ${site.id} and ${isOpenQuestion}
               and ${ofOwnCourses(context, sql`comments`) ?? sql`true`}
             order by comments.created_at, comments.id`
      : undefined,
    reviews: runsTheSite
      ? sql`select from reviews
             where site_id = ${site.id} and status = 'pending' and deleted_at is null order by created_at, id`
      : undefined,
    transfers: sells
      ? sql`select from payments
             where site_id = ${site.id} and status = 'pending' and provider = 'offline' and deleted_at is null
             order by created_at, id`
      : undefined,
    orders: sells
      ? sql`select from orders
             where site_id = ${site.id} and attention is not null and deleted_at is null order by created_at, id`
      : undefined,
    payments: sells
      ? sql`select from payments
             where site_id = ${site.id} and status = 'failed' and created_at >= ${since} and deleted_at is null
             order by created_at, id`
      : undefined,
    webhooks:
      runsTheSite && reads("school:read")
        ? sql`select from webhook_endpoints
               where site_id = ${site.id} and (status = 'auto_disabled' or failure_streak > 0) and deleted_at is null
               order by created_at, id`
        : undefined,
    drafts: reads("courses:read")
      ? sql`select from courses
             where site_id = ${site.id} and status = 'draft' and deleted_at is null
               and ${ownCourses(context) ?? sql`true`}
             order by created_at, id`
      : undefined,
  };
}
