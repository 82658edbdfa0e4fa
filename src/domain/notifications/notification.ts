import * as z from "zod";
import { Id } from "#domain/ids.ts";
import { Instant } from "#domain/instant.ts";

/** What a notification is about; a member can switch each off, but for those that are required. */
const topics = [
  "course_update",
  "lecture_released",
  "assignment_graded",
  "certificate_issued",
  "comment_reply",
  "event_reminder",
  "event_changed",
  "booking_update",
  "subscription_update",
  "access_expiring",
  "post_published",
  "announcement",
  "account_security",
] as const;
export type Topic = (typeof topics)[number];

/** Told whatever a member has chosen: whoever got into an account could otherwise silence what gives them away. */
const requiredTopics: ReadonlySet<Topic> = new Set(["account_security"]);

export const isRequired = (topic: Topic): boolean => requiredTopics.has(topic);

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

/** A notification in a member's inbox. */
export const Notification = z.object({
  id: Id("notification"),
  topic: z.enum(topics),
  content: z.custom<Content>(),
  /** A path of the site, or an address elsewhere. */
  link: z.string().nullable(),
  readAt: Instant.nullable(),
  createdAt: Instant,
});
export type Notification = z.output<typeof Notification>;
