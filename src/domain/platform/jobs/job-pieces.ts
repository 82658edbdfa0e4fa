import { rows, sql } from "#database/statements/sql.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { claimObjects, releaseObjects } from "#domain/platform/storage/objects.ts";

/**
 * A stored part of a file that a job produces. The concatenated parts form a DEFLATE stream (RFC 1951) without its
 * last block.
 */
export interface PieceRow {
  /** 1-based. */
  number: number;
  /** Name of the file. */
  name: string;
  objectId: string;
  storedSize: number;
  /** Uncompressed size of the file up to the end of this piece. */
  byteSize: number;
  crc32: number;
  /** Cursor at which the next piece of the same file starts; null if this piece is its last. */
  nextCursor: string | null;
}

const columns = sql`number, name, object_id, stored_size, byte_size, crc32, next_cursor`;

/** Stores a piece inside the transaction that counts its rows. */
export async function keepPiece(context: Context, jobId: string, piece: PieceRow): Promise<void> {
  await claimObjects(context, [piece.objectId]);
  await context.db.run`insert into job_pieces ${rows({ siteId: context.site.id, jobId, ...piece })}`;
}

export const findLastPiece = ({ db, site }: SiteScope, jobId: string): Promise<PieceRow | undefined> =>
  db.first<PieceRow>`
    select ${columns} from job_pieces where site_id = ${site.id} and job_id = ${jobId} order by number desc limit 1`;

export const listPieces = ({ db, site }: SiteScope, jobId: string): Promise<PieceRow[]> =>
  db.many<PieceRow>`
    select ${columns} from job_pieces where site_id = ${site.id} and job_id = ${jobId} order by number`;

/** Releases the pieces of a job that ends. */
export async function dropPieces(scope: SiteScope, jobId: string, now: Date): Promise<void> {
  const { db, site } = scope;
  const dropped = await db.write.many<{ objectId: string }>`
    delete from job_pieces where site_id = ${site.id} and job_id = ${jobId} returning object_id`;
  const ids = dropped.map(({ objectId }) => objectId);
  await releaseObjects(scope, ids, now);
}
