import { defineTable } from "#database/table/define-table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { MergedRecords, MergeRow } from "./merge.ts";

export const {
  columns,
  find: findMerge,
  lock: lockMerge,
  insert: insertMerge,
  update: updateMerge,
} = defineTable<
  MergeRow,
  Pick<MergeRow, "id" | "fromMemberId" | "intoMemberId" | "requestedBy" | "expiresAt" | "status"> & {
    records: readonly MergedRecords[];
  },
  MergeChanges
>("member_merges", { without: "from_account_id from_emails from_name from_phone", lists: ["records"] });

/** Returns the pending merges of these members, whichever of both they are. */
export const listPendingOf = ({ db, site }: SiteScope, memberIds: readonly string[], now: Date): Promise<MergeRow[]> =>
  db.many<MergeRow>`
    select ${columns} from member_merges
     where site_id = ${site.id} and (from_member_id = any(${memberIds}::uuid[]) or into_member_id = any(${memberIds}::uuid[]))
       and status = 'pending' and expires_at > ${now} and deleted_at is null
     order by created_at, id`;

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

/** Invalidates the mailed links of a merge of these members. */
export async function endMergeLinks({ db, site }: SiteScope, memberIds: readonly string[], now: Date): Promise<void> {
  await db.run`
    update mail_links set spent_at = ${now}
     where site_id = ${site.id} and member_id = any(${memberIds}::uuid[]) and purpose = 'member_merge'
       and spent_at is null`;
}
