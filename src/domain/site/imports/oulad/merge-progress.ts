import type pg from "pg";
import { copyRows } from "../copy.ts";
import type { Span } from "./span.ts";

/**
 * Slow path: widens existing rows, sets completion only where it is undecided, and skips activities without an
 * enrollment. Returns the number of new rows.
 */
export async function mergeProgress(client: pg.ClientBase, siteId: string, spans: readonly Span[]): Promise<number> {
  await client.query(`
    create temporary table staged_progress (
      id uuid, enrollment_id uuid, lecture_id uuid, completed_at timestamptz, first_at timestamptz, last_at timestamptz
    ) on commit drop`);
  await copyRows(
    client,
    "staged_progress",
    spans.map((span) => [span.id, span.enrollmentId, span.lectureId, span.completedAt, span.first, span.last]),
  );
  const { rows } = await client.query<{ fresh: number }>(
    `with written as (
       insert into lecture_progress as stored
              (site_id, id, enrollment_id, lecture_id, completed_at, completion_decided_at, first_opened_at, updated_at)
       select enrollments.site_id, staged.id, enrollments.id, staged.lecture_id, staged.completed_at,
              staged.completed_at, staged.first_at, staged.last_at
         from staged_progress as staged
         join enrollments on enrollments.site_id = $1 and enrollments.id = staged.enrollment_id
       on conflict (site_id, enrollment_id, lecture_id) do update
          set first_opened_at = least(stored.first_opened_at, excluded.first_opened_at),
              updated_at = greatest(stored.updated_at, excluded.updated_at),
              recorded_at = greatest(stored.recorded_at, excluded.recorded_at),
              completed_at = ${completion("completed_at")},
              completion_decided_at = ${completion("completion_decided_at")}
        where excluded.first_opened_at < stored.first_opened_at or excluded.updated_at > stored.updated_at
           or (excluded.completed_at is not null and stored.completed_at is null and stored.completion_decided_at is null)
       returning xmax = 0 as is_new
     )
     select count(*) filter (where is_new) as fresh from written`,
    [siteId],
  );
  return rows[0]?.fresh ?? 0;
}

/** A lecture completed by opening counts as completed when it was first opened. */
const completion = (column: "completed_at" | "completion_decided_at") => `
  case when stored.completed_at is null and stored.completion_decided_at is null then excluded.completed_at
       when stored.completed_at = stored.first_opened_at and stored.completion_decided_at = stored.first_opened_at
       then least(stored.${column}, excluded.${column})
       else stored.${column} end`;
