import * as z from "zod";
import { patchSchemaOf } from "#domain/platform/merge-patch/changes-of.ts";
import { ExternalId, Metadata, Money, moneyOf, Name } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { End, Instant, Start } from "#domain/platform/time/instant.ts";
import { versionedResource } from "#domain/platform/versioned.ts";

export const writableTicket = {
  name: Name,
  price: Money.nullable().meta({ description: "Null if it is free" }),
  capacity: z.number().int().min(1).max(1_000_000).nullable(),
  perOrderMax: z.number().int().min(1).max(1000),
  saleStartsAt: Start.nullable(),
  saleEndsAt: End.nullable(),
  visible: z.boolean(),
  position: z.number().int().min(0).max(1_000_000),
  externalId: ExternalId.nullable(),
  metadata: Metadata,
};

/** A ticket type of an event. */
export const EventTicket = versionedResource("eventTicket", {
  eventId: Id("event"),
  ...writableTicket,
  /** Number of taken seats. */
  sold: z.number().int().min(0),
  createdAt: Instant,
  updatedAt: Instant,
});

export const NewEventTicket = z.object(writableTicket).partial().required({ name: true });

export const EventTicketChanges = patchSchemaOf(writableTicket);

/** A database row. The amount is in the minor unit of the currency. */
export interface EventTicketRow extends Omit<z.output<typeof EventTicket>, "object" | "price"> {
  priceAmount: number | null;
  priceCurrency: string | null;
  version: number;
}

export const serializeTicket = ({ priceAmount, priceCurrency, ...ticket }: EventTicketRow) => ({
  ...ticket,
  object: "event_ticket" as const,
  price: moneyOf(priceAmount, priceCurrency),
});
