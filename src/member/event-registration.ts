import {
  checkInCodeOf,
  countOwnRegistrations,
  listOwnRegistrations,
  type OwnRegistration,
  positionOf,
  type RegistrationPosition,
} from "#domain/event-registrations/own-registrations.ts";
import { formatId } from "#domain/ids.ts";
import { decodeCursor, encodeCursor } from "#domain/listing/cursor.ts";
import { builder, type MemberContext } from "./builder.ts";
import { connectionOf, pageFrom, readFirst } from "./connection.ts";
import { readTime } from "./cursor.ts";
import { badUserInput } from "./errors.ts";
import { RegisteredEvent } from "./registered-event.ts";
import { domainNames, enumName } from "./wire-names.ts";

const EventRegistrationStatus = builder.enumType("EventRegistrationStatus", {
  description: "How a registration stands.",
  values: {
    REGISTERED: { description: "The member has a place." },
    WAITLISTED: { description: "The event is full: the member waits for a place." },
    CHECKED_IN: { description: "The member came." },
    NO_SHOW: { description: "The member did not come." },
    CANCELED: { description: "The member has no place any more." },
  },
});

const EventRegistrationType = builder.objectRef<OwnRegistration>("EventRegistration");
EventRegistrationType.implement({
  description: "The member's places at an event. What they may attend, and nothing of how they came by it.",
  fields: (t) => ({
    id: t.id({
      description: "Id of the registration (reg_…).",
      resolve: ({ id }) => formatId("eventRegistration", id),
    }),
    status: t.field({
      type: EventRegistrationStatus,
      description: "How the registration stands.",
      resolve: ({ status }) => enumName(status),
    }),
    registeredAt: t.field({
      type: "DateTime",
      description: "When the member registered.",
      resolve: ({ registeredAt }) => registeredAt.toISOString(),
    }),
    ticketName: t.exposeString("ticketName", { description: "What kind of ticket it is." }),
    quantity: t.exposeInt("quantity", { description: "How many places." }),
    checkInCode: t.string({
      nullable: true,
      description: "Opaque code to show at the door. Null where the member has no place, or the event is canceled.",
      resolve: checkInCodeOf,
    }),
    checkedInAt: t.field({
      type: "DateTime",
      nullable: true,
      description: "When the member came; null until then.",
      resolve: ({ checkedInAt }) => checkedInAt?.toISOString() ?? null,
    }),
    event: t.field({ type: RegisteredEvent, description: "What it is for.", resolve: (registration) => registration }),
  }),
});

export const EventRegistrationConnection = connectionOf("EventRegistration", EventRegistrationType);

export const EventRegistrationFilter = builder.inputType("EventRegistrationFilter", {
  description: "Which registrations to list; what is left out does not narrow.",
  fields: (t) => ({
    statuses: t.field({ type: [EventRegistrationStatus], description: "Only those in one of these states." }),
    upcomingOnly: t.boolean({ defaultValue: false, description: "Leaves out events that are over." }),
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
