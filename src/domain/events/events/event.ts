import { isTimeZone } from "#lib/text/formats.ts";
import * as z from "zod";
import { patchSchemaOf } from "#domain/platform/merge-patch/changes-of.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { ExternalId, Html, Markdown, Metadata, Name, Slug, Tags, WebAddress } from "#domain/platform/fields.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { End, Instant, Start } from "#domain/platform/time/instant.ts";
import { versionedResource } from "#domain/platform/versioned.ts";
import { trimmed } from "#lib/wire/trimmed.ts";

export const eventStatuses = ["draft", "published", "canceled", "ended"] as const;
export const formats = ["online", "in_person", "hybrid"] as const;
const visibilities = ["public", "unlisted", "members_only"] as const;

const TimeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, "Expected an IANA time zone name, like Asia/Taipei.")
  .meta({ examples: ["Asia/Taipei"] });

export const Location = z
  .object({
    name: trimmed().min(1).max(200),
    address: trimmed().max(500).nullable().optional(),
    geo: z
      .object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })
      .nullable()
      .optional(),
  })
  .meta({ id: "EventLocation" });

export const writableEvent = {
  name: Name,
  slug: Slug,
  summary: trimmed().max(500).nullable(),
  descriptionMarkdown: Markdown,
  format: z.enum(formats),
  startsAt: Instant,
  endsAt: Instant,
  timeZone: TimeZone,
  location: Location.nullable(),
  onlineUrl: WebAddress.nullable().meta({ description: "Visible to registered people only, never public" }),
  categoryId: Id("eventCategory").nullable(),
  /** In display order. */
  lecturerIds: z.array(Id("lecturer")).max(50),
  coverFileId: Id("file").nullable(),
  capacity: z.number().int().min(1).max(1_000_000).nullable().meta({ description: "Total of all tickets" }),
  waitlistEnabled: z.boolean(),
  registrationOpensAt: Start.nullable(),
  registrationClosesAt: End.nullable(),
  reminders: z.array(z.number().int().min(5).max(43_200)).max(5).meta({ description: "Minutes before the start" }),
  visibility: z.enum(visibilities),
  tags: Tags,
  externalId: ExternalId.nullable(),
  metadata: Metadata,
};

/** A scheduled event that members register for. */
export const Event = versionedResource("event", {
  ...writableEvent,
  descriptionHtml: Html,
  status: z.enum(eventStatuses),
  coverUrl: z.string().nullable(),
  /** Number of taken seats. */
  registeredCount: z.number().int().min(0),
  publishedAt: Instant.nullable(),
  canceledAt: Instant.nullable(),
  cancelReason: z.string().nullable(),
  /** Public address of the event page. */
  url: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
});

/** An event in a list, without the description. */
export const EventSummary = Event.omit({ descriptionMarkdown: true, descriptionHtml: true }).meta({
  id: "EventSummary",
});

export const NewEvent = z
  .object(writableEvent)
  .partial()
  .required({ name: true, format: true, startsAt: true, endsAt: true, timeZone: true });
export type NewEvent = z.output<typeof NewEvent>;

export const EventChanges = patchSchemaOf(writableEvent);
export type EventChanges = z.output<typeof EventChanges>;

/** An event with its lecturers and its status at the time of the request. */
export interface EventRecord extends Omit<z.output<typeof Event>, "object" | "url" | "coverUrl"> {
  version: number;
  deletedAt: Date | null;
}

/** Columns of the `events` table. */
export type EventRow = Omit<EventRecord, "lecturerIds" | "status"> & { status: "draft" | "published" | "canceled" };

export type ListedEvent = Omit<EventRecord, "descriptionMarkdown" | "descriptionHtml" | "deletedAt">;

/** Serializes an event and adds the fields derived from its row and its site. */
export const serializeEvent = <Row extends ListedEvent>({ site }: Pick<SiteScope, "site">, event: Row) => ({
  ...event,
  object: "event" as const,
  url: `${site.origin}/events/${event.slug}`,
  coverUrl: event.coverFileId === null ? null : `${site.origin}/files/${formatId("file", event.coverFileId)}`,
});
