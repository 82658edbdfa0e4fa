import type { Database } from "#database/database.ts";
import { database, storage } from "#telemetry/metrics/catalog.ts";

type Db = Pick<Database, "one">;

/** Reads the size of the database. The returned function sets its gauge. */
export async function readSize(db: Db): Promise<() => void> {
  const { bytes } = await db.one<{ bytes: number }>`select pg_database_size(current_database()) as bytes`;
  return () => database.size.set({}, bytes);
}

const maxPagesPerScrape = 1000;

/** Estimates number and size of all files from a sample of pages; exact up to that number. */
export async function readFiles(db: Db): Promise<() => void> {
  const { pages } = await db.one<{ pages: number }>`
    select pg_relation_size('files') / current_setting('block_size')::integer as pages`;
  const percent = Math.min(100, (100 * maxPagesPerScrape) / Math.max(1, pages));
  const { count, bytes } = await db.one<{ count: number; bytes: number }>`
    select count(*) as count, coalesce(sum(byte_size), 0)::bigint as bytes
      from files tablesample system (${percent}::float4)
     where deleted_at is null`;
  return () => {
    storage.files.set({}, Math.round((count * 100) / percent));
    storage.fileBytes.set({}, Math.round((bytes * 100) / percent));
  };
}
