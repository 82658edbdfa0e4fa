import { rows } from "#database/statements/sql.ts";
import { newId, parseId } from "#domain/platform/ids.ts";
import { day, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import type { AMember, ASite } from "../../support/world.ts";
import type { Operator } from "../../rest/support/operator.ts";
import { created, type Made } from "./free-school.ts";

/** An active plan, with a price per month. */
export async function aMembershipPlan(operator: Operator, benefits: object, name = "Crew"): Promise<Made> {
  const plan = await created(
    operator.post("/membership_plans", { name, plan_type: "recurring", status: "active", benefits }),
  );
  const price = { amount: 1900, currency: "USD" };
  await created(operator.post(`/membership_plans/${plan.id}/pricings`, { price, interval: "month" }));
  return plan;
}

/** Subscribes a member until the end of a period of nine days. */
export async function subscribed({ site }: ASite, { id: memberId }: AMember, plan: Made): Promise<void> {
  const endsAt = new Date(now().getTime() + 9 * day);
  const period = { currentPeriodStart: now(), currentPeriodEnd: endsAt, endsAt };
  const membership = { status: "active", source: "manual", startsAt: new Date(now().getTime() - day), ...period };
  const planId = parseId("membershipPlan", plan.id)!;
  const row = { siteId: site.id, id: newId(), memberId, planId, ...membership, createdAt: now(), updatedAt: now() };
  await database.run`insert into subscriptions ${rows(row)}`;
}
