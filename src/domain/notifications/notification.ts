import * as z from "zod";
import { Id } from "#domain/ids.ts";
import { Instant } from "#domain/instant.ts";
import { type Topic, topics } from "./topics.ts";

/** What Lectern words itself, and what it needs to know for that. */
export interface TemplateData {
  application_allowed: { application: string };
  /** `startsAt` in the time zone of the event, whose name it ends with. */
  event_moved: { event: string; startsAt: string };
  /** `reason` is empty where none was given. */
  event_canceled: { event: string; reason: string };
}
export type Template = keyof TemplateData;

/** Words of the site's people, or a template that is put into words when it is read. */
export type Content =
  | { title: string; body: string }
  | { [Name in Template]: { template: Name; data: TemplateData[Name] } }[Template];

/** A notification as it is stored. */
export interface NotificationRow {
  id: string;
  topic: Topic;
  content: Content;
  /** A path of the site, or an address elsewhere. */
  link: string | null;
  readAt: Date | null;
  createdAt: Date;
}

/** A notification in a member's inbox, in the language of whoever reads. */
export const Notification = z
  .object({
    object: z.literal("notification"),
    id: Id("notification"),
    topic: z.enum(topics),
    title: z.string(),
    body: z.string().meta({ description: "Plain text, in which others may have chosen names and whole sentences" }),
    url: z.string().nullable(),
    readAt: Instant.nullable().meta({ description: "Null: unread" }),
    createdAt: Instant,
  })
  .meta({ id: "Notification" });
export type Notification = z.output<typeof Notification>;
