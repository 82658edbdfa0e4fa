import {
  checkInCodeOf,
  countOwnRegistrations,
  listOwnRegistrations,
  type OwnRegistration,
  positionOf,
  type RegistrationPosition,
} from "#domain/events/event-registrations/own-registrations.ts";
import { formatId } from "#domain/platform/ids.ts";
import { decodeCursor, encodeCursor } from "#domain/platform/listing/cursor.ts";
import { builder, type MemberContext } from "./builder.ts";
import { connectionOf, pageFrom, readFirst } from "./connection.ts";
import { readTime } from "./cursor.ts";
import { badUserInput } from "./errors.ts";
import { Node } from "./node-interface.ts";
import { RegisteredEvent } from "./registered-event.ts";
import { domainNames, enumName } from "./wire-names.ts";

const EventRegistrationStatus = builder.enumType("EventRegistrationStatus", {
  description: "Status of a registration.",
  values: {
    REGISTERED: { description: "The member has a seat." },
    WAITLISTED: { description: "The event is full and the member is on the waitlist." },
    CHECKED_IN: { description: "The member checked in." },
    NO_SHOW: { description: "The member did not attend." },
    CANCELED: { description: "The registration was canceled." },
  },
});

const EventRegistrationType = builder.objectRef<OwnRegistration>("EventRegistration");
EventRegistrationType.implement({
  interfaces: [Node],
  description: "The member's seats at an event. Contains no purchase details.",
  fields: (t) => ({
    id: t.id({
      description: "ID of the registration (reg_…).",
      resolve: ({ id }) => formatId("eventRegistration", id),
    }),
    status: t.field({
      type: EventRegistrationStatus,
      description: "Status of the registration.",
      resolve: ({ status }) => enumName(status),
    }),
    registeredAt: t.field({
      type: "DateTime",
      description: "Time of registration.",
      resolve: ({ registeredAt }) => registeredAt,
    }),
    ticketName: t.exposeString("ticketName", { description: "Name of the ticket type." }),
    quantity: t.exposeInt("quantity", { description: "Number of seats." }),
    checkInCode: t.string({
      nullable: true,
      description: "Opaque check-in code. Null if the member has no seat or the event is canceled.",
      resolve: checkInCodeOf,
    }),
    checkedInAt: t.expose("checkedInAt", {
      type: "DateTime",
      nullable: true,
      description: "Check-in time. Null if the member has not checked in.",
    }),
    event: t.field({ type: RegisteredEvent, description: "The event.", resolve: (registration) => registration }),
  }),
});

export const EventRegistrationConnection = connectionOf("EventRegistration", EventRegistrationType);

export const EventRegistrationFilter = builder.inputType("EventRegistrationFilter", {
  description: "Filters for registrations. Omitted filters have no effect.",
  fields: (t) => ({
    statuses: t.field({ type: [EventRegistrationStatus], description: "Only these statuses." }),
    upcomingOnly: t.boolean({ defaultValue: false, description: "Excludes past events." }),
  }),
});

interface Arguments {
  first?: number | null | undefined;
  after?: string | null | undefined;
  filter?: typeof EventRegistrationFilter.$inferInput | null | undefined;
}

export async function eventRegistrationsOf(context: MemberContext, memberId: string, args: Arguments) {
  const first = readFirst(args.first);
  const filter = { statuses: domainNames(args.filter?.statuses), upcomingOnly: args.filter?.upcomingOnly ?? false };
  const list = { list: "eventRegistrations", ...filter };
  const after = args.after ? decodePosition(args.after, list) : undefined;
  const asOf = after?.asOf ?? context.now;
  const rows = await listOwnRegistrations(context, memberId, { first: first + 1, after, ...filter }, context.now);
  return pageFrom(rows, first, {
    after: args.after,
    cursorOf: (registration) => encodePosition(positionOf(registration, asOf), list),
    totalCount: () => countOwnRegistrations(context, memberId, filter, context.now),
  });
}

const encodePosition = ({ asOf, isOver, startsAt, id }: RegistrationPosition, list: object): string =>
  encodeCursor({ value: [asOf.getTime(), isOver ? "over" : "ahead", startsAt.getTime()].join(" "), id }, list);

function decodePosition(after: string, list: object): RegistrationPosition {
  const { value, id } = decodeCursor(after, list);
  const [asOf, half, startsAt] = String(value).split(" ");
  if (half !== "over" && half !== "ahead") throw badUserInput("after must be an endCursor of this list.");
  return { asOf: readTime(Number(asOf)), isOver: half === "over", startsAt: readTime(Number(startsAt)), id };
}
