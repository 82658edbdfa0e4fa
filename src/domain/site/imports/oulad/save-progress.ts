import type pg from "pg";
import { chunkTransaction, isTaken } from "../chunk-transaction.ts";
import { copyRows } from "../copy.ts";
import { mergeProgress } from "./merge-progress.ts";
import type { Span } from "./span.ts";

/**
 * A chunk of spans, each of another student or lecture, in one transaction: new rows go straight in by COPY, rows that
 * are there are widened where the spans reach beyond them. Says how many rows are new.
 */
export async function saveProgress(client: pg.ClientBase, siteId: string, spans: readonly Span[]): Promise<number> {
  const fresh = new Map(spans.map((span) => [span.id, span]));
  const wider = await takeHeld(client, siteId, fresh);
  if (fresh.size + wider.length === 0) return 0;
  try {
    return await chunkTransaction(client, async () => {
      await copyProgress(client, siteId, fresh.values());
      if (wider.length > 0) await mergeProgress(client, siteId, wider);
      return fresh.size;
    });
  } catch (error) {
    if (!isTaken(error)) throw error;
    return chunkTransaction(client, () => mergeProgress(client, siteId, [...fresh.values(), ...wider]));
  }
}

interface Held {
  id: string;
  first_opened_at: Date;
  updated_at: Date;
  /** Nobody has said that it is completed, or that it is not. */
  is_open: boolean;
}

/** Takes the spans out that the site has, and hands back those of them that reach beyond what it has. */
async function takeHeld(client: pg.ClientBase, siteId: string, spans: Map<string, Span>): Promise<Span[]> {
  const { rows } = await client.query<Held>(
    `select id, first_opened_at, updated_at, completed_at is null and completion_decided_at is null as is_open
       from lecture_progress where site_id = $1 and id = any($2)`,
    [siteId, [...spans.keys()]],
  );
  const wider: Span[] = [];
  for (const held of rows) {
    const span = spans.get(held.id)!;
    spans.delete(held.id);
    const isWider = span.first < held.first_opened_at || span.last > held.updated_at;
    if (isWider || (held.is_open && span.completedAt !== null)) wider.push(span);
  }
  return wider;
}

function copyProgress(client: pg.ClientBase, siteId: string, spans: MapIterator<Span>): Promise<void> {
  return copyRows(
    client,
    `lecture_progress (site_id, id, enrollment_id, lecture_id, completed_at, completion_decided_at, first_opened_at,
                       updated_at)`,
    spans.map((span) => [
      siteId,
      span.id,
      span.enrollmentId,
      span.lectureId,
      span.completedAt,
      span.completedAt,
      span.first,
      span.last,
    ]),
  );
}
