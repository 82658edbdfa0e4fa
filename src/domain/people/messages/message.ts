import * as z from "zod";
import { roles } from "#access/roles.ts";
import { Html, markdownUpTo } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant, WrittenStart } from "#domain/platform/time/instant.ts";
import { versioned } from "#domain/platform/versioned.ts";
import { isOneLine } from "#lib/text/one-line.ts";
import { trimmed } from "#lib/wire/trimmed.ts";

/** Recipients of a message, evaluated when it starts. */
export const MessageAudience = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("member"), memberId: Id("member") }),
    z.object({ kind: z.literal("course"), courseId: Id("course") }),
    z.object({
      kind: z.literal("inactive"),
      inactiveSince: WrittenStart.meta({
        description: "Enrolled before this time and without activity since, including those who never started",
      }),
      courseId: Id("course").optional().meta({ description: "Without it: inactive in all their courses" }),
    }),
    z.object({
      kind: z.literal("event"),
      eventId: Id("event"),
      waitlist: z.boolean().default(false).meta({ description: "Includes the waitlist" }),
    }),
    z.object({ kind: z.literal("membership"), planId: Id("membershipPlan") }),
    z.object({ kind: z.literal("group"), groupId: Id("group") }),
    z.object({
      kind: z.literal("members"),
      roles: z.array(z.enum(roles)).max(roles.length).default([]).meta({ description: "Any of these. Empty: all" }),
      tag: trimmed().max(50).default("").meta({ description: "Empty: any" }),
      marketingConsent: z.boolean().default(false).meta({ description: "Only members who agreed to marketing" }),
    }),
  ])
  .meta({ id: "MessageAudience", examples: [{ kind: "course", course_id: "crs_01k9g2c8p4e6t0v3x5y7z9b1d3" }] });
export type MessageAudience = z.output<typeof MessageAudience>;

export const messageStatuses = ["scheduled", "sending", "sent", "canceled"] as const;

const Subject = trimmed()
  .min(1, "Expected a subject.")
  .max(200)
  .refine(isOneLine, "A subject must be a single line.")
  .meta({ description: "One line of plain text", examples: ["We start on Monday"] });

const MessageBody = markdownUpTo(10_000, trimmed().min(1, "Expected a text."));

/** The content of a message, which tests and previews have too. */
export const content = { subject: Subject, bodyMarkdown: MessageBody };

const Count = z.number().int().min(0);

export const MessageSummary = z
  .object({
    object: z.literal("message"),
    id: Id("message"),
    subject: z.string(),
    audience: MessageAudience,
    status: z.enum(messageStatuses),
    authorId: Id("member").nullable().meta({ description: "ID of the member who wrote it" }),
    recipientCount: Count.meta({ description: "Recipients when the message was created" }),
    emailedCount: Count,
    inboxCount: Count,
    unsubscribedCount: Count.meta({ description: "Recipients who disabled email of announcements" }),
    unreachableCount: Count.meta({
      description: "Recipients without a verified address, or with one that bounced or complained",
    }),
    scheduledAt: Instant.nullable(),
    startedAt: Instant.nullable(),
    finishedAt: Instant.nullable(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: "MessageSummary" });

export const Message = versioned(
  MessageSummary.extend({
    bodyMarkdown: MessageBody,
    bodyHtml: Html,
    bouncedCount: Count.meta({ description: "Recipients whose address bounced within a week after the message" }),
  }).meta({ id: "Message" }),
);

export interface MessageRow extends Omit<z.output<typeof MessageSummary>, "object" | "audience"> {
  /** Without the ID of a single member, which is a column of its own. */
  audience: Record<string, unknown> & { kind: MessageAudience["kind"] };
  memberId: string | null;
  version: number;
}

export interface WholeMessageRow extends MessageRow {
  bodyMarkdown: string;
  bodyHtml: string;
  /** The last recipient of the messages that were sent. */
  position: string | null;
}

/** The audience as it was requested. The recipient of a message to one person may be merged into another member. */
export const audienceOf = ({ audience, memberId }: Pick<MessageRow, "audience" | "memberId">): MessageAudience =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Stored as it was parsed, without the member.
  (audience.kind === "member" ? { kind: "member", memberId } : audience) as MessageAudience;

export const serializeSummary = ({ memberId, audience, ...row }: MessageRow) => ({
  ...row,
  object: "message" as const,
  audience: audienceOf({ audience, memberId }),
});
