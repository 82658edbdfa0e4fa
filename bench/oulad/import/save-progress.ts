import type pg from "pg";
import { mustGet } from "#lib/collections/must-get.ts";
import { chunkTransaction, isTaken } from "./chunk-transaction.ts";
import { copyRows } from "./copy.ts";
import { mergeProgress } from "./merge-progress.ts";
import type { Span } from "./span.ts";

/**
 * Saves a chunk of spans in one transaction; each span is for another student or lecture. Inserts new rows with COPY
 * and widens existing ones. Returns the number of new rows.
 */
export async function saveProgress(client: pg.ClientBase, siteId: string, spans: readonly Span[]): Promise<number> {
  const fresh = new Map(spans.map((span) => [span.id, span]));
  const wider = await mergeStored(client, siteId, fresh);
  if (fresh.size + wider.length === 0) return 0;
  try {
    return await chunkTransaction(client, async () => {
      await copyProgress(client, siteId, fresh.values());
      if (wider.length > 0) await mergeProgress(client, siteId, wider);
      return fresh.size;
    });
  } catch (error) {
    if (!isTaken(error)) throw error;
    return chunkTransaction(client, async () => {
      const written = await mergeProgress(client, siteId, [...fresh.values(), ...wider]);
      return written.filter((id) => fresh.has(id)).length;
    });
  }
}

interface StoredProgress {
  id: string;
  first_opened_at: Date;
  updated_at: Date;
  /** True if completion is undecided. */
  is_open: boolean;
}

/** Removes the spans that exist at the site, and returns those that extend beyond the existing rows. */
async function mergeStored(client: pg.ClientBase, siteId: string, spans: Map<string, Span>): Promise<Span[]> {
  const { rows } = await client.query<StoredProgress>(
    `select id, first_opened_at, updated_at, completed_at is null and completion_decided_at is null as is_open
       from lecture_progress where site_id = $1 and id = any($2)`,
    [siteId, [...spans.keys()]],
  );
  const wider: Span[] = [];
  for (const stored of rows) {
    const span = mustGet(spans, stored.id);
    spans.delete(stored.id);
    const isWider = span.first < stored.first_opened_at || span.last > stored.updated_at;
    if (isWider || (stored.is_open && span.completedAt !== null)) wider.push(span);
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
