import * as z from "zod";
import { type Sql, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { Context } from "#domain/platform/context.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import type { MessageRow } from "./message.ts";

const results = ["sent", "bounced", "unsubscribed", "failed"] as const;
type Result = (typeof results)[number];

/** A recipient of a message, with the result of the email. */
export const MessageRecipient = z
  .object({
    object: z.literal("message_recipient"),
    memberId: Id("member"),
    result: z.enum(results).meta({
      description:
        "The email: `sent`, `bounced` within a week, not sent because the member `unsubscribed`, or `failed` because the address is not verified, or bounced or complained before",
    }),
    inInbox: z.boolean().meta({ description: "True if the inbox of the member has the message" }),
    at: Instant,
  })
  .meta({ id: "MessageRecipient" });

interface Row {
  memberId: string;
  result: Result;
  inInbox: boolean;
  at: Date;
}

const days = 7;

/** Bounces are found as `countBounced` counts them. */
export function readRecipients(
  { db, site }: Context,
  { id, startedAt }: MessageRow,
  { after, limit }: { after: string | null; limit: number },
): Promise<Row[]> {
  const beyond: Sql = after === null ? sql`true` : sql`message_recipients.member_id > ${after}`;
  const from = startedAt ?? new Date(0);
  const until = new Date(from.getTime() + days * 86_400_000);
  return db.many<Row>`
    select page.member_id, page.in_inbox, page.created_at as at,
           case when page.email = 'unreachable' then 'failed'
                when page.email = 'sent' and bounces.id is not null then 'bounced'
                else page.email end as result
      from (select message_recipients.member_id, message_recipients.email, message_recipients.in_inbox,
                   message_recipients.created_at
              from message_recipients
             where message_recipients.site_id = ${site.id} and message_recipients.message_id = ${id} and ${beyond}
             order by message_recipients.member_id limit ${limit}) as page
      left join ${table("members").joined(site.id, sql`page.member_id`)} on true
      left join suppressed_addresses as bounces on bounces.site_id = ${site.id}
       and bounces.email_key = members.email_key and bounces.reason = 'bounce'
       and bounces.created_at >= ${from} and bounces.created_at < ${until}
     order by page.member_id`;
}
