import * as z from "zod";
import { memberOf } from "#access/caller.ts";
import { sql } from "#database/statements/sql.ts";
import { about } from "#domain/platform/audit/about.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId, Id, newId } from "#domain/platform/ids.ts";
import { Start } from "#domain/platform/time/instant.ts";
import { anyOf, changeTimes } from "#domain/platform/listing/filters.ts";
import { decodeCursor, encodeCursor } from "#domain/platform/listing/cursor.ts";
import { listing, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { operation } from "#domain/platform/operation.ts";
import { invalidState, notFound, validationFailed } from "#domain/platform/problem.ts";
import { htmlOfMarkdown } from "#domain/platform/texts/render.ts";
import { requireVersion } from "#domain/platform/version.ts";
import { countRecipients, listedKinds, requireAudienceScope, requireListScope, requireTarget } from "./audience.ts";
import {
  content,
  Message,
  MessageAudience,
  type MessageRow,
  messageStatuses,
  MessageSummary,
  serializeSummary,
  type WholeMessageRow,
} from "./message.ts";
import { requireMailHtml } from "./mail-body.ts";
import {
  addMessageJob,
  countBounced,
  endMessage,
  findMessage,
  insertMessage,
  lockMessage,
  summaryColumns,
} from "./queries.ts";
import { MessageRecipient, readRecipients } from "./recipients.ts";
import { requireRecipientQuota } from "./quota.ts";

const messages = listing<MessageRow>({
  kind: "message",
  table: sql`messages`,
  columns: summaryColumns,
  defaultSort: "-createdAt",
  sorts: { createdAt: "timestamptz", updatedAt: "timestamptz" },
  filters: {
    status: anyOf(z.enum(messageStatuses), sql`messages.status`),
    ...changeTimes(sql`messages`),
  },
});

export const listMessages = operation({
  name: "listMessages",
  summary: "List messages",
  description: "Newest first, without those to an audience that the caller has no scope to list.",
  reads: "members:read",
  input: messages.input,
  output: pageSchemaOf(MessageSummary),
  async run(context, input) {
    const page = await messages.page(context, input, {
      confine: [sql`messages.audience ->> 'kind' = any(${listedKinds(context.caller)}::text[])`],
    });
    return { ...page, data: page.data.map(serializeSummary) };
  },
});

export const getMessage = operation({
  name: "getMessage",
  summary: "Retrieve a message",
  description: "With its progress and its result. Also requires the scope that lists the audience.",
  reads: "members:read",
  input: z.object({ id: Id("message") }),
  output: Message,
  async run(context, { id }) {
    const message = await findMessage(context, id);
    if (!message) throw notFound("message", formatId("message", id));
    requireListScope(context.caller, message.audience);
    return serialize(context, message);
  },
});

export const listMessageRecipients = operation({
  name: "listMessageRecipients",
  summary: "List the recipients of a message",
  description:
    "Members whom the message has reached so far, in the order of their IDs, with the result. Also requires the scope that lists the audience. Erased members are left out.",
  reads: "members:read",
  input: z.object({
    id: Id("message"),
    limit: z.number().int().min(1).max(200).default(50),
    cursor: z.string().max(1000).optional(),
  }),
  output: z.object({
    data: z.array(MessageRecipient),
    page: z.object({ nextCursor: z.string().nullable(), hasMore: z.boolean() }),
  }),
  async run(context, { id, limit, cursor }) {
    const message = await findMessage(context, id);
    if (!message) throw notFound("message", formatId("message", id));
    requireListScope(context.caller, message.audience);
    const after = cursor === undefined ? null : decodeCursor(cursor, { id }).id;
    const found = await readRecipients(context, message, { after, limit: limit + 1 });
    const data = found.slice(0, limit).map((row) => ({ ...row, object: "message_recipient" as const }));
    const hasMore = found.length > limit;
    const last = data.at(-1);
    const nextCursor = hasMore && last ? encodeCursor({ value: last.memberId, id: last.memberId }, { id }) : null;
    return { data, page: { hasMore, nextCursor } };
  },
});

/** A year. */
const maxDelay = 366 * 86_400_000;

export const createMessage = operation({
  name: "createMessage",
  summary: "Send a message to members",
  description:
    "Sends an email and a notification to each recipient, on the channels that they chose for announcements: now, or at `scheduled_at`. Recipients are those whom the audience has at that time, and get the message once. Also requires the scope that lists the audience. Preview the message first: an email cannot be called back.",
  writes: "members:write",
  input: z.object({
    audience: MessageAudience,
    ...content,
    scheduledAt: Start.nullable().default(null).meta({ description: "Null: now" }),
  }),
  output: Message,
  async run(context, { audience, subject, bodyMarkdown, scheduledAt }) {
    requireAudienceScope(context.caller, audience);
    await requireTarget(context, audience);
    const { now, caller } = context;
    if (scheduledAt !== null && (scheduledAt <= now || scheduledAt.getTime() > now.getTime() + maxDelay)) {
      throw validationFailed("/scheduledAt", "out_of_range", "Expected a time in the next 12 months.");
    }
    const recipientCount = await countRecipients(context, audience);
    if (recipientCount === 0) throw validationFailed("/audience", "empty", "The audience has no members.");
    // A scheduled message is counted when it starts, with the recipients of that time.
    if (scheduledAt === null || recipientCount > context.site.settings.messageRecipientsPerDay) {
      await requireRecipientQuota(context, recipientCount);
    }
    const bodyHtml = await htmlOfMarkdown(context, bodyMarkdown, "/bodyMarkdown");
    requireMailHtml(bodyHtml, context.site.origin);
    const id = newId();
    const message = {
      id,
      authorId: memberOf(caller),
      memberId: audience.kind === "member" ? audience.memberId : null,
      audience: audience.kind === "member" ? { kind: "member" as const } : audience,
      subject,
      bodyMarkdown,
      bodyHtml,
      status: scheduledAt === null ? ("sending" as const) : ("scheduled" as const),
      scheduledAt,
      recipientCount,
    };
    await insertMessage(context, message, now);
    await addMessageJob(context, id, scheduledAt);
    return serialize(context, await mustExist(findMessage(context, id)));
  },
  audit: ({ audience }, { id, recipientCount }) =>
    about("message", id, { audience: audience.kind, recipients: recipientCount }),
});

export const cancelMessage = operation({
  name: "cancelMessage",
  summary: "Cancel a message",
  description: "Stops a message that is scheduled or being sent. Emails that were sent stay sent.",
  writes: "members:write",
  input: z.object({ id: Id("message") }),
  output: Message,
  async run(context, { id }) {
    const message = await lockMessage(context, id);
    if (!message) throw notFound("message", formatId("message", id));
    requireListScope(context.caller, message.audience);
    requireVersion(context, message);
    const { status } = message;
    if (status !== "scheduled" && status !== "sending") throw invalidState("message", status, "canceled", []);
    await endMessage(context, message, "canceled");
    return serialize(context, await mustExist(findMessage(context, id)));
  },
});

async function serialize(context: Context, { bodyMarkdown, bodyHtml, position: _position, ...row }: WholeMessageRow) {
  return { ...serializeSummary(row), bodyMarkdown, bodyHtml, bouncedCount: await countBounced(context, row) };
}
