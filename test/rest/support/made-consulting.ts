import { assertStatus } from "../../support/assert-status.ts";
import { day, now } from "../../support/clock.ts";
import type { Operator } from "./operator.ts";

export const scopes = "digital_products:read digital_products:write lecturers:read lecturers:write school:write";

export type Json = Record<string, unknown>;

export interface Service extends Json {
  id: string;
  slug: string;
  status: string;
}

interface Slot {
  starts_at: string;
  ends_at: string;
  local_starts_at: string;
  lecturer_ids: string[];
}

const everyDay = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

export const weekly = (from: string, to: string) => everyDay.map((weekday) => ({ day: weekday, from, to }));

export async function aLecturer(operator: Operator, name = "Lu") {
  return (await operator.post("/lecturers", { name })).json<{ id: string }>().id;
}

export async function aService(operator: Operator, fields: Json = {}) {
  const response = await operator.post("/consulting_services", {
    name: "Navigation hour",
    duration_minutes: 60,
    lecturer_ids: fields["lecturer_ids"] ?? [await aLecturer(operator)],
    status: "published",
    availability: { time_zone: "UTC", weekly: weekly("09:00", "12:00"), max_days_ahead: 700 },
    ...fields,
  });
  assertStatus(response, 201);
  return response.json<Service>();
}

export async function slotsOf(operator: Operator, { id }: Service, from: string, to: string, rest = "") {
  const response = await operator.get(`/consulting_services/${id}/slots?from=${from}&to=${to}${rest}`);
  assertStatus(response, 200);
  return response.json<{ time_zone: string; data: Slot[] }>().data;
}

export const book = (operator: Operator, { id }: Service, starts_at: string, rest: Json = {}) =>
  operator.post(`/consulting_services/${id}/bookings`, { starts_at, email: "ana@harbour.example", ...rest });

const loadedAt = now();

/** A date in the future: `2026-11-23`. The same one before and after midnight. */
export const inDays = (days: number) => new Date(loadedAt.getTime() + days * day).toISOString().slice(0, 10);

export const slotsOn = async (operator: Operator, service: Service, date: string) =>
  slotsOf(operator, service, `${date}T00:00:00Z`, `${date}T23:59:59Z`);

export const starts = (slots: Slot[]) => slots.map(({ starts_at }) => starts_at.slice(11, 16));
