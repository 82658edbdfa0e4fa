import type pg from "pg";
import { chunkTransaction, isTaken } from "../chunk-transaction.ts";
import { copyRows } from "../copy.ts";
import type { Activity } from "./activity.ts";
import { mergeProgress } from "./merge-progress.ts";
import { type Span, spansOf } from "./span.ts";

/**
 * A chunk of activities in one transaction: new rows go straight in by COPY, rows that are there are widened where the
 * activities reach beyond them. Says how many rows are new.
 */
export async function saveProgress(
  client: pg.ClientBase,
  siteId: string,
  activities: readonly Activity[],
): Promise<number> {
  const spans = spansOf(activities);
  const wider = await takeHeld(client, siteId, spans);
  const fresh = [...spans.values()];
  try {
    return await chunkTransaction(client, async () => {
      await copyProgress(client, siteId, fresh);
      if (wider.length > 0) await mergeProgress(client, siteId, wider);
      return fresh.length;
    });
  } catch (error) {
    if (!isTaken(error)) throw error;
    return chunkTransaction(client, () => mergeProgress(client, siteId, [...fresh, ...wider]));
  }
}

/** Takes the spans out that the site has, and hands back those of them that reach beyond what it has. */
async function takeHeld(client: pg.ClientBase, siteId: string, spans: Map<string, Span>): Promise<Span[]> {
  const { rows } = await client.query<{ id: string; first_opened_at: Date; updated_at: Date }>(
    "select id, first_opened_at, updated_at from lecture_progress where site_id = $1 and id = any($2)",
    [siteId, [...spans.keys()]],
  );
  const wider: Span[] = [];
  for (const held of rows) {
    const span = spans.get(held.id)!;
    spans.delete(held.id);
    if (span.first < held.first_opened_at || span.last > held.updated_at) wider.push(span);
  }
  return wider;
}

const copyProgress = (client: pg.ClientBase, siteId: string, spans: readonly Span[]) =>
  copyRows(
    client,
    "lecture_progress (site_id, id, enrollment_id, lecture_id, completed_at, first_opened_at, updated_at)",
    spans.map((span) => [siteId, span.id, span.enrollmentId, span.lectureId, span.completedAt, span.first, span.last]),
  );
