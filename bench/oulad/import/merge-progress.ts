import type pg from "pg";
import { maxMerged } from "./max-merged.ts";
import { inArrays } from "./in-arrays.ts";
import type { Span } from "./span.ts";

/**
 * Slow path: widens existing rows, sets completion only where it is undecided, and skips activities without an
 * enrollment. Returns the IDs of the written rows; existing rows keep theirs.
 */
export async function mergeProgress(client: pg.ClientBase, siteId: string, spans: Iterable<Span>): Promise<string[]> {
  const written: string[] = [];
  for await (const some of inArrays(spans, maxMerged)) {
    const { rows } = await client.query<{ id: string }>(
      `insert into lecture_progress as stored
              (site_id, id, enrollment_id, lecture_id, completed_at, completion_decided_at, first_opened_at, updated_at)
       select enrollments.site_id, requested.id, enrollments.id, requested."lectureId", requested."completedAt",
              requested."completedAt", requested.first, requested.last
         from jsonb_to_recordset($2)
              as requested (id uuid, "enrollmentId" uuid, "lectureId" uuid, "completedAt" timestamptz,
                            first timestamptz, last timestamptz)
         join enrollments on enrollments.site_id = $1 and enrollments.id = requested."enrollmentId"
       on conflict (site_id, enrollment_id, lecture_id) do update
          set first_opened_at = least(stored.first_opened_at, excluded.first_opened_at),
              updated_at = greatest(stored.updated_at, excluded.updated_at),
              recorded_at = greatest(stored.recorded_at, excluded.recorded_at),
              completed_at = ${completion("completed_at")},
              completion_decided_at = ${completion("completion_decided_at")}
        where excluded.first_opened_at < stored.first_opened_at or excluded.updated_at > stored.updated_at
           or (excluded.completed_at is not null and stored.completed_at is null and stored.completion_decided_at is null)
       returning id`,
      [siteId, JSON.stringify(some)],
    );
    written.push(...rows.map(({ id }) => id));
  }
  return written;
}

/** A lecture completed by opening counts as completed when it was first opened. */
const completion = (column: "completed_at" | "completion_decided_at") => `
  case when stored.completed_at is null and stored.completion_decided_at is null then excluded.completed_at
       when stored.completed_at = stored.first_opened_at and stored.completion_decided_at = stored.first_opened_at
       then least(stored.${column}, excluded.${column})
       else stored.${column} end`;
