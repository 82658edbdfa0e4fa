import { itsTicket } from "#domain/events/event-tickets/expansions.ts";
import { itsEvent } from "#domain/events/events/expansions.ts";
import { named } from "#domain/platform/expansion/expansion.ts";
import { members } from "#domain/people/members/expansions.ts";

export const registrationExpansions = {
  event: itsEvent,
  ticket: itsTicket,
  member: named(members, (registration: { memberId: string }) => registration.memberId),
};
