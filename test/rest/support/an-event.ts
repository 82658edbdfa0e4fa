import { assertStatus } from "../../support/assert-status.ts";
import { now } from "../../support/clock.ts";
import type { Operator } from "./operator.ts";

export const eventScopes = "events:read events:write lecturers:read lecturers:write members:read";

export type Json = Record<string, unknown>;
export interface Made extends Json {
  id: string;
  slug: string;
}

export const inHours = (hours: number) => new Date(now().getTime() + hours * 3_600_000).toISOString();

export async function make(operator: Operator, path: string, fields: Json): Promise<Made> {
  const response = await operator.post(path, fields);
  assertStatus(response, 201);
  return response.json<Made>();
}

export function anEvent(operator: Operator, fields: Json = {}): Promise<Made> {
  const when = { starts_at: inHours(24), ends_at: inHours(26), time_zone: "Asia/Taipei" };
  return make(operator, "/events", { name: "Harbour night", format: "online", ...when, ...fields });
}

export const aTicket = (operator: Operator, { id }: Made, fields: Json = {}): Promise<Made> =>
  make(operator, `/events/${id}/tickets`, { name: "Seat", ...fields });

/** A published event with one ticket. */
export async function anOpenEvent(operator: Operator, fields: Json = {}, ticketFields: Json = {}) {
  const event = await anEvent(operator, fields);
  const ticket = await aTicket(operator, event, ticketFields);
  const published = await operator.post(`/events/${event.id}/publish`);
  assertStatus(published, 200);
  return { event, ticket };
}

export const register = (operator: Operator, { id }: Made, fields: Json): Promise<Made> =>
  make(operator, `/events/${id}/registrations`, fields);
