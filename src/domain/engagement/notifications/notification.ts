import * as z from "zod";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/instant.ts";
import type { TemplateData } from "./templates.ts";
import { type Topic, topics } from "./topics.ts";
import { untrusted } from "#lib/wire/untrusted.ts";

/** Words of the site's people, or a template that is put into words when it is read. */
export type Content =
  | { title: string; body: string }
  | { [Name in keyof TemplateData]: { template: Name; data: TemplateData[Name] } }[keyof TemplateData];

/** What there is to tell. */
export interface News {
  topic: Topic;
  content: Content;
  /** A path of the site, or an address elsewhere. */
  link?: string;
  /** Names what happened: nobody is told the same twice. Left out where the caller sees to that. */
  cause?: string;
  /** Until when it is of use; a few days where nothing is said. */
  until?: Date;
}

/** The same for one person; the topic is that of all whom it is told with. */
export type Addressed = Omit<News, "topic"> & { memberId: string };

/** A notification as it is stored. */
export interface NotificationRow {
  id: string;
  topic: Topic;
  content: Content;
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
    title: untrusted(z.string()),
    body: untrusted(
      z.string().meta({ description: "Plain text, in which others may have chosen names and whole sentences" }),
    ),
    url: z.string().nullable(),
    readAt: Instant.nullable().meta({ description: "Null: unread" }),
    createdAt: Instant,
  })
  .meta({ id: "Notification" });
export type Notification = z.output<typeof Notification>;
