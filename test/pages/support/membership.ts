import { processDueAgreements } from "#domain/sales/billing/jobs/process-due-agreements.ts";
import { processAllDueSubscriptions } from "#domain/memberships/subscriptions/jobs/process-due-subscriptions.ts";
import { later, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import type { Json } from "../../rest/support/an-event.ts";
import type { Operator } from "../../rest/support/operator.ts";
import { type ASite, postbox } from "../../support/world.ts";
import { created } from "./free-school.ts";

const price = { amount: 900, currency: "USD" };

/** An active membership plan with a price per month. */
export async function aMembership(
  operator: Operator,
  { plan = {}, pricing = {} }: { plan?: Json; pricing?: Json } = {},
) {
  const { id, slug } = await created(
    operator.post("/membership_plans", { name: "Crew", plan_type: "recurring", status: "active", ...plan }),
  );
  const made = await created(
    operator.post(`/membership_plans/${id}/pricings`, { price, interval: "month", ...pricing }),
  );
  return { id, path: `/membership-plans/${slug}`, price: made.id };
}

/** Runs the clocks of renewals and subscriptions, some time from now. */
export const tick = (milliseconds: number): Promise<void> =>
  later(milliseconds, async () => {
    await processDueAgreements(database, now(), postbox);
    await processAllDueSubscriptions(database, now(), postbox);
  });

interface Stored {
  status: string;
  provider: string | null;
  currentPeriodEnd: Date | null;
  endsAt: Date | null;
  cancelAt: Date | null;
}

export const subscriptionsOf = ({ site }: ASite): Promise<Stored[]> =>
  database.many<Stored>`
    select status, provider, current_period_end, ends_at, cancel_at from subscriptions
     where site_id = ${site.id} order by created_at, id`;

/** Orders with what renewals add to them, oldest first. */
export const renewalsOf = ({ site }: ASite) =>
  database.many<{ id: string; kind: string; status: string; total: number; invoiceNumber: string | null }>`
    select id, kind, status, total, invoice_number from orders where site_id = ${site.id} order by created_at, id`;
