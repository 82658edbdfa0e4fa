import { rows, type Sql, sql } from "#database/statements/sql.ts";
import { columnsOf, defineTable } from "#database/table/define-table.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { requireMayActOn } from "#domain/platform/callers/role-rules.ts";
import { notFound, Problem } from "#domain/platform/problem.ts";
import type { PartRow, UploadRow } from "./upload.ts";
import { requireOwn } from "../queries.ts";

const columns = columnsOf("uploads");

export const { insert: insertUpload, update: updateUpload } = defineTable<
  never,
  Omit<UploadRow, "version" | "createdAt" | "updatedAt" | "fileId">,
  { fileId?: string; expiresAt?: Date }
>("uploads");

/** Returns the upload if the caller can see it and it is not canceled. */
export async function requireUpload(context: Context, id: string, lock: Sql = sql``): Promise<UploadRow> {
  const { db, site, now } = context;
  const upload = await db.first<UploadRow>`
    select ${columns} from uploads where site_id = ${site.id} and id = ${id} and expires_at > ${now} ${lock}`;
  if (!upload) throw notFound("upload", formatId("upload", id));
  requireOwn(context, "upload", upload);
  return upload;
}

/** Returns the upload, locked until the transaction ends, if the caller may change its uploader's work. */
export async function lockUpload(context: Context, id: string): Promise<UploadRow> {
  const upload = await requireUpload(context, id, sql`for no key update`);
  await requireMayActOn(context, upload.memberId);
  return upload;
}

export function requireOpen({ fileId }: UploadRow): void {
  if (fileId === null) return;
  throw new Problem("invalid_state", `The upload is complete: it is the file ${formatId("file", fileId)}.`, {
    allowed: [],
  });
}

export const partsOf = ({ db, site }: SiteScope, uploadId: string): Promise<PartRow[]> =>
  db.many<PartRow>`
    select number, object_id, byte_size, sha256 from upload_parts
     where site_id = ${site.id} and upload_id = ${uploadId} order by number`;

export const findPart = ({ db, site }: SiteScope, uploadId: string, number: number): Promise<PartRow | undefined> =>
  db.first<PartRow>`
    select number, object_id, byte_size, sha256 from upload_parts
     where site_id = ${site.id} and upload_id = ${uploadId} and number = ${number}`;

/** Replaces an earlier part with the same number. */
export async function savePart({ db, site }: SiteScope, uploadId: string, part: PartRow): Promise<void> {
  await db.run`
    insert into upload_parts ${rows({ siteId: site.id, uploadId, ...part })}
    on conflict (site_id, upload_id, number) do update
    set object_id = excluded.object_id, byte_size = excluded.byte_size, sha256 = excluded.sha256`;
}

/** Deletes the parts and returns their objects. */
export async function deleteParts({ db, site }: SiteScope, uploadId: string): Promise<string[]> {
  const deleted = await db.write.many<{ objectId: string }>`
    delete from upload_parts where site_id = ${site.id} and upload_id = ${uploadId} returning object_id`;
  return deleted.map(({ objectId }) => objectId);
}

export async function deleteUploadRow({ db, site }: SiteScope, id: string): Promise<void> {
  await db.run`delete from uploads where site_id = ${site.id} and id = ${id}`;
}
