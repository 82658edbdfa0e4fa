import { itsTicket } from "#domain/event-tickets/expansions.ts";
import { itsEvent } from "#domain/events/expansions.ts";
import { named } from "#domain/expansion/expansion.ts";
import { members } from "#domain/members/expansions.ts";

export const registrationExpansions = {
  event: itsEvent,
  ticket: itsTicket,
  member: named(members, (registration: { memberId: string }) => registration.memberId),
};
