import { columnsOf, defineTable } from "#database/table/define-table.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { emailKey } from "#domain/platform/email.ts";
import type { MessageRow, WholeMessageRow } from "./message.ts";
import { addJob } from "#domain/platform/queue/add-job.ts";

export const summaryColumns = columnsOf("messages", "body_markdown body_html position");

type NewMessage = Pick<
  WholeMessageRow,
  | "id"
  | "authorId"
  | "memberId"
  | "audience"
  | "subject"
  | "bodyMarkdown"
  | "bodyHtml"
  | "status"
  | "scheduledAt"
  | "recipientCount"
>;

export const {
  find: findMessage,
  lock: lockMessage,
  insert: insertMessage,
} = defineTable<WholeMessageRow, NewMessage>("messages");

/** Numbers of recipients of a message by channel. */
export interface Outcomes {
  emailed: number;
  inbox: number;
  unsubscribed: number;
  unreachable: number;
}

/** Records the progress of a message. The version stays: nothing was edited. */
export async function recordStep(
  { db, site, now }: Context,
  { id }: Pick<MessageRow, "id">,
  { emailed, inbox, unsubscribed, unreachable, position }: Outcomes & { position: string | null },
): Promise<void> {
  await db.run`
    update messages
       set status = 'sending', started_at = coalesce(started_at, ${now}), position = ${position}, updated_at = ${now},
           emailed_count = emailed_count + ${emailed}, inbox_count = inbox_count + ${inbox},
           unsubscribed_count = unsubscribed_count + ${unsubscribed},
           unreachable_count = unreachable_count + ${unreachable}
     where site_id = ${site.id} and id = ${id}`;
}

export async function endMessage(
  { db, site, now }: Context,
  { id }: Pick<MessageRow, "id">,
  status: "sent" | "canceled",
): Promise<void> {
  await db.run`
    update messages set status = ${status}, finished_at = ${now}, updated_at = ${now}, version = version + 1
     where site_id = ${site.id} and id = ${id}`;
}

export interface RecipientRow {
  memberId: string;
  email: "sent" | "unsubscribed" | "unreachable";
  inInbox: boolean;
}

/** Records recipients and returns the IDs of those that the message had not reached before. */
export async function insertRecipients(
  { db, site, now }: Context,
  messageId: string,
  recipients: readonly RecipientRow[],
): Promise<string[]> {
  const inserted = await db.write.many<{ memberId: string }>`
    insert into message_recipients (site_id, message_id, member_id, email, in_inbox, created_at)
    select ${site.id}, ${messageId}, "memberId", email, "inInbox", ${now}
      from jsonb_to_recordset(${JSON.stringify(recipients)}::jsonb)
        as input ("memberId" uuid, email text, "inInbox" boolean)
    on conflict do nothing
    returning member_id`;
  return inserted.map(({ memberId }) => memberId);
}

/** Returns the keys of those addresses to which no announcement is sent, because they bounced or complained. */
export async function listSuppressed({ db, site }: SiteScope, emails: readonly string[]): Promise<Set<string>> {
  const keys = [...new Set(emails.map(emailKey))];
  const found = await db.many<{ emailKey: string }>`
    select email_key from suppressed_addresses
     where site_id = ${site.id} and email_key = any(${keys}::text[]) and deleted_at is null`;
  return new Set(found.map((row) => row.emailKey));
}

/** Returns the number of recipients whose address bounced within a week. Reads bounces, which are fewer than recipients. */
export async function countBounced({ db, site }: SiteScope, { id, startedAt }: MessageRow): Promise<number> {
  if (startedAt === null) return 0;
  const until = new Date(startedAt.getTime() + 7 * 86_400_000);
  const { count } = await db.one<{ count: number }>`
    select count(*) as count from suppressed_addresses
      join members on members.site_id = suppressed_addresses.site_id
       and members.email_key = suppressed_addresses.email_key
      join message_recipients on message_recipients.site_id = members.site_id
       and message_recipients.message_id = ${id} and message_recipients.member_id = members.id
       and message_recipients.email = 'sent'
     where suppressed_addresses.site_id = ${site.id} and suppressed_addresses.created_at >= ${startedAt}
       and suppressed_addresses.created_at < ${until} and suppressed_addresses.reason = 'bounce'`;
  return count;
}

const maxAttempts = 25;

/** Queues the next batch of a message, at a time or as soon as possible. */
export function addMessageJob({ db, site, now }: Context, messageId: string, at: Date | null): Promise<void> {
  const delay = at === null ? 0 : Math.max(0, Math.ceil((at.getTime() - now.getTime()) / 1000));
  return addJob(db, "send_message", { siteId: site.id, messageId }, maxAttempts, { delay });
}
