import { type Sql, sql } from "#database/statements/sql.ts";
import type { Alternatives, InOrder } from "#domain/platform/listing/filters.ts";
import { inStatus } from "./queries.ts";
import { enrollmentSources, type enrollmentStatuses } from "./enrollment.ts";

type Status = (typeof enrollmentStatuses)[number];

/** Statuses that end by time. A job stores `expired` within a minute after the end, and `scheduled` is never stored. */
const running: readonly Status[] = ["active", "completed", "scheduled"];

/**
 * Filter by status. Stored statuses are found in the order of the index `enrollments_by_source`, whatever the source:
 * statements that look up other keys never prefer it, as they would an index that begins with the status.
 */
export function statusFilter(requested: readonly Status[], now: Date): Alternatives {
  const stored: Readonly<Record<Status, readonly InOrder[]>> = {
    active: [withStatus(["active", "scheduled"])],
    scheduled: [startingAfter(now), createdAfter(now)],
    completed: [withStatus(["completed"])],
    expired: [withStatus(["expired"]), endedBy(now)],
    revoked: [withStatus(["revoked"])],
  };
  return {
    alternatives: [...new Set(requested)].flatMap((status) => stored[status]),
    condition: sql`(${inStatus(requested, now)})`,
  };
}

/** Stored statuses of all sources, as `wanted`. */
function ofAllSources(statuses: readonly Status[]): Sql {
  const pairs = statuses.flatMap((status) => enrollmentSources.map((source) => ({ source, status })));
  return sql`unnest(${pairs.map(({ source }) => source)}::text[],
                    ${pairs.map(({ status }) => status)}::text[]) as wanted (source, status)`;
}

function withStatus(statuses: readonly Status[]): InOrder {
  const column = sql`enrollments.source, enrollments.status`;
  return {
    column,
    condition: sql`enrollments.status = any(${statuses}::text[])`,
    within: sql`(${column}) >= (wanted.source, wanted.status) and (${column}) <= (wanted.source, wanted.status)`,
    each: ofAllSources(statuses),
  };
}

/** Enrollments that have ended, but are not stored as expired yet. */
function endedBy(now: Date): InOrder {
  const column = sql`enrollments.source, enrollments.status, enrollments.expires_at`;
  return {
    column,
    condition: sql`enrollments.status = any(${running}::text[]) and enrollments.expires_at <= ${now}`,
    within: sql`(${column}) >= (wanted.source, wanted.status, '-infinity'::timestamptz)
                and (${column}) <= (wanted.source, wanted.status, ${now}::timestamptz)`,
    each: ofAllSources(running),
  };
}

/** The predicate is that of the index `enrollments_scheduled`: those that start later were created before. */
const startingAfter = (now: Date): InOrder => ({
  column: sql`enrollments.starts_at`,
  condition: sql`enrollments.starts_at > ${now}`,
  within: sql`enrollments.starts_at > ${now} and enrollments.starts_at > enrollments.created_at`,
});

/** Scheduled enrollments outside of that index, which a clock that was ahead created. */
const createdAfter = (now: Date): InOrder => ({
  column: sql`enrollments.created_at`,
  condition: sql`enrollments.starts_at > ${now}`,
  within: sql`enrollments.created_at > ${now} and enrollments.starts_at > ${now}
              and enrollments.starts_at <= enrollments.created_at`,
});
