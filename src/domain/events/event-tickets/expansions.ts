import type { Context } from "#domain/platform/context.ts";
import { named, owned } from "#domain/platform/expansion/expansion.ts";
import { EventTicket, serializeTicket } from "./event-ticket.ts";
import { listTicketsById, listTicketsOfEvents } from "./queries.ts";

const tickets = { scope: "events:read", item: EventTicket } as const;

export const itsTickets = owned(
  {
    ...tickets,
    find: async (context: Context, eventIds) => (await listTicketsOfEvents(context, eventIds)).map(serializeTicket),
  },
  ({ eventId }) => eventId,
);

export const itsTicket = named(
  { ...tickets, find: async (context: Context, ids) => (await listTicketsById(context, ids)).map(serializeTicket) },
  (registration: { ticketId: string }) => registration.ticketId,
);
