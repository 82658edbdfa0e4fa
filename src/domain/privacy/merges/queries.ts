import { assignments, rows, sql } from "#database/sql.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { MergedRecords, MergeRow } from "./merge.ts";

export const columns = sql`
  member_merges.id, member_merges.from_member_id, member_merges.into_member_id, member_merges.requested_by,
  member_merges.status, member_merges.records, member_merges.confirmed_from_at, member_merges.confirmed_into_at,
  member_merges.expires_at, member_merges.completed_at, member_merges.canceled_at, member_merges.version,
  member_merges.created_at, member_merges.updated_at`;

export const findMerge = ({ db, site }: SiteScope, id: string): Promise<MergeRow | undefined> =>
  db.first<MergeRow>`
    select ${columns} from member_merges where site_id = ${site.id} and id = ${id} and ${table("member_merges").present}`;

export const lockMerge = ({ db, site }: SiteScope, id: string): Promise<MergeRow | undefined> =>
  db.first<MergeRow>`
    select ${columns} from member_merges
     where site_id = ${site.id} and id = ${id} and ${table("member_merges").present} for no key update`;

/** Returns the pending merges of these members, whichever of both they are. */
export const listPendingOf = ({ db, site }: SiteScope, memberIds: readonly string[], now: Date): Promise<MergeRow[]> =>
  db.many<MergeRow>`
    select ${columns} from member_merges
     where site_id = ${site.id} and (from_member_id = any(${memberIds}::uuid[]) or into_member_id = any(${memberIds}::uuid[]))
       and status = 'pending' and expires_at > ${now} and deleted_at is null
     order by created_at, id`;

export async function insertMerge(
  { db, site }: SiteScope,
  merge: Pick<MergeRow, "id" | "fromMemberId" | "intoMemberId" | "requestedBy" | "expiresAt">,
  records: readonly MergedRecords[],
  now: Date,
): Promise<void> {
  const row = { ...merge, status: "pending", records: JSON.stringify(records) };
  await db.run`insert into member_merges ${rows({ siteId: site.id, ...row, createdAt: now, updatedAt: now })}`;
}

interface MergeChanges {
  status?: MergeRow["status"];
  confirmedFromAt?: Date;
  confirmedIntoAt?: Date;
  completedAt?: Date;
  canceledAt?: Date;
  records?: string;
  fromEmails?: readonly string[];
  fromAccountId?: string | null;
  fromName?: string | null;
  fromPhone?: string | null;
}

export async function updateMerge(
  { db, site }: SiteScope,
  id: string,
  changes: MergeChanges,
  now: Date,
): Promise<void> {
  await db.run`
    update member_merges set ${assignments({ ...changes, updatedAt: now })}, version = version + 1
     where site_id = ${site.id} and id = ${id}`;
}

/** Invalidates the mailed links of a merge of these members. */
export async function endMergeLinks({ db, site }: SiteScope, memberIds: readonly string[], now: Date): Promise<void> {
  await db.run`
    update mail_links set spent_at = ${now}
     where site_id = ${site.id} and member_id = any(${memberIds}::uuid[]) and purpose = 'member_merge'
       and spent_at is null`;
}
