import * as z from "zod";
import { Instant } from "#domain/platform/time/instant.ts";
import type { Appointment } from "#domain/platform/calendar/appointment.ts";
import { resourceSchema } from "#domain/platform/resource-schema.ts";
import type { TemplateData } from "./templates.ts";
import { type Topic, topics } from "./topics.ts";
import { untrusted } from "#lib/wire/untrusted.ts";

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
