import * as z from "zod";
import {
  checkInCodeOf,
  listOwnRegistrations,
  onlineUrlOf,
  positionOf,
  type RegistrationPosition,
} from "#domain/events/event-registrations/own-registrations.ts";
import { registrationStatuses } from "#domain/events/event-registrations/registration.ts";
import { Location } from "#domain/events/events/event.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { decodeCursor, encodeCursor } from "#domain/platform/listing/cursor.ts";
import { pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { operation } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { ownId, rowsPage } from "./my-member.ts";

const OwnEvent = z.object({
  registrationId: Id("eventRegistration"),
  eventId: Id("event"),
  slug: z.string(),
  name: z.string(),
  status: z.enum(registrationStatuses),
  eventStatus: z.string(),
  ticketName: z.string(),
  quantity: z.number().int().min(1),
  registeredAt: Instant,
  startsAt: Instant,
  endsAt: Instant,
  timeZone: z.string(),
  location: Location.nullable(),
  /** Address of the online meeting and check-in code, only while the registration is valid. */
  onlineUrl: z.string().nullable(),
  checkInCode: z.string().nullable(),
  url: z.string(),
});

export const listOwnEvents = operation({
  name: "listOwnEvents",
  summary: "List the member's event registrations",
  description: "Upcoming events first, soonest first.",
  reads: "account:read",
  input: z.object({
    upcomingOnly: z.boolean().default(false),
    limit: z.number().int().min(1).max(100).default(20),
    cursor: z.string().max(1000).optional(),
  }),
  output: pageSchemaOf(OwnEvent),
  async run(context, { upcomingOnly, limit, cursor }) {
    const list = { list: "ownEvents", upcomingOnly };
    const after = cursor === undefined ? undefined : positionFrom(cursor, list);
    const asOf = after?.asOf ?? context.now;
    const requested = { first: limit + 1, after, upcomingOnly };
    const rows = await listOwnRegistrations(context, ownId(context), requested, context.now);
    return rowsPage(rows, limit, {
      show: (row) => ({
        ...row,
        registrationId: row.id,
        onlineUrl: onlineUrlOf(row),
        checkInCode: checkInCodeOf(row),
        url: `${context.site.origin}/events/${row.slug}`,
      }),
      cursorOf: (row) => cursorOf(positionOf(row, asOf), list),
    });
  },
});

const cursorOf = ({ asOf, isOver, startsAt, id }: RegistrationPosition, list: object): string =>
  encodeCursor({ value: `${asOf.getTime()} ${isOver ? 1 : 0} ${startsAt.getTime()}`, id }, list);

function positionFrom(cursor: string, list: object): RegistrationPosition {
  const { value, id } = decodeCursor(cursor, list);
  const [asOf, isOver, startsAt] = String(value).split(" ").map(Number);
  const times = [asOf, startsAt].map((time = Number.NaN) =>
    Number.isInteger(time) && Math.abs(time) < 1e14 ? new Date(time) : undefined,
  );
  if (times[0] && times[1]) return { asOf: times[0], isOver: isOver === 1, startsAt: times[1], id };
  throw new Problem("invalid_cursor", "The cursor is invalid. Omit it to start from the beginning.");
}
