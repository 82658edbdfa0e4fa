import type * as z from "zod";
import type { EventRecord } from "#domain/events/events/event.ts";
import { readableCode } from "#lib/text/readable-code.ts";
import { lockTickets } from "#domain/events/event-tickets/queries.ts";
import type { EventTicketRow } from "#domain/events/event-tickets/event-ticket.ts";
import { emailKey } from "#domain/platform/email.ts";
import { alreadyMember } from "#domain/people/members/add-member.ts";
import type { ParsedRow, RowBatch } from "#domain/platform/bulk/run-in-batch.ts";
import type { RowOutcome } from "#domain/platform/bulk/run-row.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { countReservedOf } from "#domain/offers/reservations/reservations.ts";
import { findTaken } from "./insert-registrations.ts";
import type { NewRegistration } from "./register.ts";
import {
  alreadyRegistered,
  requireOneName,
  requireOpen,
  requireRegistrable,
  requireTicket,
  soldOut,
  unknownMember,
} from "./registration-rules.ts";
import { type NewStudent, type Planned, writeRegistrations } from "./write-registrations.ts";
import { lockNamed, type NamedMember, signInKeysAmong } from "#domain/people/members/bulk/lock-members.ts";

type Input = z.output<typeof NewRegistration>;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The rows of an operation are parsed with its input schema.
const inputOf = ({ input }: ParsedRow) => input as Input;

/** Opens the batch of an event. The caller has locked the event and the members. */
export const openRegistrationBatch =
  (event: EventRecord) =>
  async (context: Context, rows: readonly ParsedRow[]): Promise<RowBatch> => {
    const inputs = rows.map(inputOf);
    const emailKeys = inputs.flatMap(({ email }) => (email === undefined ? [] : emailKey(email)));
    const ids = inputs.flatMap(({ memberId }) => memberId ?? []);
    const people = await lockNamed(context, { ids, emailKeys, externalIds: [] });
    const tickets = await lockTickets(context, [...new Set(inputs.map(({ ticketId }) => ticketId))]);
    const taken = await findTaken(context, {
      ticketIds: tickets.map(({ id }) => id),
      memberIds: people.map(({ id }) => id),
      externalIds: inputs.flatMap(({ externalId }) => externalId ?? []),
    });
    const signInKeys = await signInKeysAmong(context, emailKeys);
    const limited = await withReserved(context, event, tickets);
    return new RegistrationBatch(context, limited.event, limited.tickets, people, signInKeys, taken);
  };

/** Counts seats that checkouts have reserved like those that are taken. */
async function withReserved(context: Context, event: EventRecord, tickets: readonly EventTicketRow[]) {
  const ofEvent = await countReservedOf(context, "container_id", [event.id]);
  const ids = tickets.map(({ id }) => id);
  const ofTickets = await countReservedOf(context, "product_id", ids);
  return {
    event: { ...event, registeredCount: event.registeredCount + (ofEvent.get(event.id) ?? 0) },
    tickets: tickets.map((ticket) => ({ ...ticket, sold: ticket.sold + (ofTickets.get(ticket.id) ?? 0) })),
  };
}

class RegistrationBatch implements RowBatch {
  readonly #context: Context;
  readonly #event: EventRecord;
  readonly #tickets: ReadonlyMap<string, EventTicketRow>;
  readonly #byId: ReadonlyMap<string, NamedMember>;
  readonly #byEmail: ReadonlyMap<string, NamedMember>;
  readonly #signInKeys: ReadonlySet<string>;
  /** Registered members per ticket. */
  readonly #registered: Set<string>;
  readonly #externalIds: Set<string>;
  readonly #newMembers = new Map<string, NewStudent>();
  /** Seats that the planned rows take, by ticket. */
  readonly #seats = new Map<string, number>();
  readonly #planned: Planned[] = [];

  constructor(
    context: Context,
    event: EventRecord,
    tickets: readonly EventTicketRow[],
    people: readonly NamedMember[],
    signInKeys: ReadonlySet<string>,
    taken: Awaited<ReturnType<typeof findTaken>>,
  ) {
    this.#context = context;
    this.#event = event;
    this.#tickets = new Map(tickets.map((ticket) => [ticket.id, ticket]));
    this.#byId = new Map(people.map((person) => [person.id, person]));
    this.#byEmail = new Map(people.map((person) => [person.emailKey, person]));
    this.#signInKeys = signInKeys;
    this.#registered = new Set(taken.tickets.map(({ ticketId, memberId }) => keyOf(ticketId, memberId)));
    this.#externalIds = new Set(taken.externalIds);
  }

  // oxlint-disable-next-line typescript/require-await -- a problem must reject the promise
  async plan(row: ParsedRow): Promise<RowOutcome> {
    const input = inputOf(row);
    const { memberId: _id, email: _email, name: _name, waitlist, ...fields } = input;
    const { ticketId, quantity, externalId = null, answers = {}, metadata = {} } = fields;
    requireOpen(this.#event);
    const ticket = requireTicket(this.#event.id, this.#tickets.get(ticketId), fields);
    const { memberId, newMember } = this.#personOf(input);
    const isIn = this.#hasSeats(ticket, quantity);
    if (!isIn && !(waitlist && this.#event.waitlistEnabled)) throw soldOut(this.#event.waitlistEnabled);
    const key = keyOf(ticketId, memberId);
    if (this.#registered.has(key) || (externalId !== null && this.#externalIds.has(externalId)))
      throw alreadyRegistered();

    const id = newId();
    const terms = { eventId: this.#event.id, ticketId, quantity, source: "manual" as const };
    const status = isIn ? ("registered" as const) : ("waitlisted" as const);
    const registration = { id, memberId, status, checkInCode: readableCode(), ...terms, answers, externalId, metadata };
    this.#planned.push({ registration, newMember });
    if (newMember) this.#newMembers.set(emailKey(newMember.email), newMember);
    if (isIn) this.#seats.set(ticketId, (this.#seats.get(ticketId) ?? 0) + quantity);
    this.#registered.add(key);
    if (externalId !== null) this.#externalIds.add(externalId);
    return { status: "created", id: formatId("eventRegistration", id) };
  }

  #personOf({ memberId, email, name }: Input): { memberId: string; newMember?: NewStudent } {
    const named = requireOneName({ memberId, email });
    const found = "memberId" in named ? this.#byId.get(named.memberId) : this.#byEmail.get(emailKey(named.email));
    if (found && !found.deletedAt) return { memberId: requireRegistrable(found, named).id };
    if ("memberId" in named) throw unknownMember(named.memberId);
    const planned = this.#newMembers.get(emailKey(named.email));
    if (planned) return { memberId: planned.id };
    if (found || this.#signInKeys.has(emailKey(named.email))) throw alreadyMember(named.email);
    const id = newId();
    return { memberId: id, newMember: { id, email: named.email, name: name ?? null } };
  }

  #hasSeats({ id, capacity, sold }: EventTicketRow, quantity: number): boolean {
    const { capacity: ofEvent, registeredCount } = this.#event;
    return (
      (ofEvent === null || registeredCount + this.#takenSeats() + quantity <= ofEvent) &&
      (capacity === null || sold + (this.#seats.get(id) ?? 0) + quantity <= capacity)
    );
  }

  #takenSeats = (): number => [...this.#seats.values()].reduce((sum, seats) => sum + seats, 0);

  async write(): Promise<void> {
    if (this.#planned.length > 0) await writeRegistrations(this.#context, this.#event.id, this.#planned, this.#seats);
  }

  /** Each row can be planned. */
  async refresh(): Promise<void> {}
}

const keyOf = (ticketId: string, memberId: string): string => `${ticketId} ${memberId}`;
