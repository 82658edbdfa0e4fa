import * as z from "zod";
import { Instant } from "#domain/platform/time/instant.ts";
import type { Appointment } from "#domain/platform/calendar/appointment.ts";
import { resourceSchema } from "#domain/platform/resource-schema.ts";
import type { TemplateData } from "./templates.ts";
import { untrusted } from "#lib/wire/untrusted.ts";

/** Notification topics. Members can disable all that are not required. */
export const topics = [
  "course_update",
  "lecture_released",
  "assignment_graded",
  "certificate_issued",
  "comment_reply",
  "comment_mention",
  "discussion_activity",
  "event_reminder",
  "event_changed",
  "booking_update",
  "subscription_update",
  "access_expiring",
  "study_reminder",
  "weekly_summary",
  "post_published",
  "announcement",
  "account_security",
] as const;
export type Topic = (typeof topics)[number];

/** Notification channels. */
export const channels = ["inbox", "email", "push"] as const;
export type Channel = (typeof channels)[number];

/** Always sent: an attacker inside of an account could otherwise silence the warnings. */
const requiredTopics: ReadonlySet<Topic> = new Set(["account_security"]);

export const isRequired = (topic: Topic): boolean => requiredTopics.has(topic);

/** Inbox only by default: frequent and rarely urgent. */
const inInboxOnly: ReadonlySet<Topic> = new Set(["lecture_released", "post_published"]);

/** Returns the default of a topic and channel. */
export const isOnByDefault = (topic: Topic, channel: Channel): boolean =>
  channel === "inbox" || !inInboxOnly.has(topic);

/** Custom text, or a template that is rendered when read. */
export type Content =
  | { title: string; body: string }
  | { [Name in keyof TemplateData]: { template: Name; data: TemplateData[Name] } }[keyof TemplateData];

/** Content of a notification. */
export interface News {
  topic: Topic;
  content: Content;
  /** A path of the site, or an external URL. */
  link?: string;
  /** Deduplication key: each recipient gets a cause once. Omit it if the caller deduplicates. */
  cause?: string;
  /** Expiry; defaults to a few days. */
  until?: Date;
  /** True if another email says the same. */
  inInboxOnly?: boolean;
}

/** A notification for one person; the topic is set for the whole batch. */
export type Addressed = Omit<News, "topic"> & {
  memberId: string;
  /** The entry of the member's calendar that the email adds, changes or removes. */
  appointment?: Appointment | undefined;
};

/** A stored notification. */
export interface NotificationRow {
  id: string;
  topic: Topic;
  content: Content;
  link: string | null;
  readAt: Date | null;
  createdAt: Date;
}

/** A notification in a member's inbox, in the reader's language. */
export const Notification = resourceSchema("notification", {
  topic: z.enum(topics),
  title: untrusted(z.string()),
  body: untrusted(z.string().meta({ description: "Plain text. It can contain names and sentences from other users." })),
  url: z.string().nullable(),
  readAt: Instant.nullable().meta({ description: "Null: unread" }),
  createdAt: Instant,
});
export type Notification = z.output<typeof Notification>;
