import { formatId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { day, now } from "../../support/clock.ts";
import { type Json, type Made, make } from "./make.ts";
import type { Operator } from "./operator.ts";

export const scopes =
  "subscriptions:read subscriptions:write membership_plans:read membership_plans:write members:read members:write";

export const inDays = (days: number) => new Date(now().getTime() + days * day).toISOString();

export const aPlan = (operator: Operator, fields: Json = {}) =>
  make(operator, "/membership_plans", { name: "Crew", plan_type: "recurring", status: "active", ...fields });

export const aPrice = (operator: Operator, plan: Made, fields: Json = {}) =>
  make(operator, `/membership_plans/${plan.id}/pricings`, {
    price: { amount: 1500, currency: "EUR" },
    interval: "month",
    ...fields,
  });

export async function aMember({ site }: Operator): Promise<string> {
  return formatId("member", (await site.member()).id);
}

export async function aSubscription(operator: Operator, plan: Made, fields: Json = {}): Promise<Made> {
  return make(operator, "/subscriptions", { member_id: await aMember(operator), plan_id: plan.id, ...fields });
}

export async function step(operator: Operator, { id }: Made, name: string, body: Json = {}): Promise<Json> {
  const response = await operator.post(`/subscriptions/${id}/${name}`, body);
  assertStatus(response, 200);
  return response.json<Json>();
}
