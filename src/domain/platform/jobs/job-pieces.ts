import { rows, sql } from "#database/sql.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { holdObjects, releaseObjects } from "#domain/content/files/objects.ts";

/** A part of a file that a job makes. The parts one after the other are DEFLATE (RFC 1951), but for its last block. */
export interface PieceRow {
  /** From 1. */
  number: number;
  /** Of the file. */
  name: string;
  objectId: string;
  storedSize: number;
  /** Of all of the file up to here, as it is when it is unpacked. */
  byteSize: number;
  crc32: number;
  /** Where the next piece of the same file begins; null where this is its last one. */
  goesOnAt: string | null;
}

const columns = sql`number, name, object_id, stored_size, byte_size, crc32, goes_on_at`;

/** Inside the transaction that counts what is in it. */
export async function keepPiece(context: Context, jobId: string, piece: PieceRow): Promise<void> {
  await holdObjects(context, [piece.objectId]);
  await context.db.run`insert into job_pieces ${rows({ siteId: context.site.id, jobId, ...piece })}`;
}

export const findLastPiece = ({ db, site }: SiteScope, jobId: string): Promise<PieceRow | undefined> =>
  db.first<PieceRow>`
    select ${columns} from job_pieces where site_id = ${site.id} and job_id = ${jobId} order by number desc limit 1`;

export const listPieces = ({ db, site }: SiteScope, jobId: string): Promise<PieceRow[]> =>
  db.many<PieceRow>`
    select ${columns} from job_pieces where site_id = ${site.id} and job_id = ${jobId} order by number`;

/** When the job ends nothing needs them any more. */
export async function dropPieces(scope: SiteScope, jobId: string, now: Date): Promise<void> {
  const { db, site } = scope;
  const dropped = await db.many<{ objectId: string }>`
    delete from job_pieces where site_id = ${site.id} and job_id = ${jobId} returning object_id`;
  const ids = dropped.map(({ objectId }) => objectId);
  await releaseObjects(scope, ids, now);
}
