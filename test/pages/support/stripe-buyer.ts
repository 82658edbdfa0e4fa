import { assertStatus } from "../../support/assert-status.ts";
import { database } from "../../support/databases/database.ts";
import type { ASite } from "../../support/world.ts";
import { aPaidCourse } from "./buyer.ts";
import type { Session } from "./stripe-emulator.ts";
import { aStripeShop, send, startAtStripe } from "./stripe-shop.ts";

export const enrollmentsOf = async ({ site }: ASite) =>
  (await database.many<{ status: string }>`select status from enrollments where site_id = ${site.id}`).map(
    ({ status }) => status,
  );

export const paymentsOf = ({ site }: ASite) =>
  database.many<{ id: string; status: string; providerReference: string | null; sessionReference: string | null }>`
    select id, status, provider_reference, session_reference from payments where site_id = ${site.id}`;

/** A member with an order, on the page of Stripe. */
export async function aBuyer(fields = {}) {
  const shop = await aStripeShop();
  const course = await aPaidCourse(shop.operator, fields);
  const member = await shop.site.member();
  const browser = await shop.site.signedIn(member);
  const order = await startAtStripe(browser, course.plan, shop.stripe);
  return { ...shop, course, member, browser, order, session: shop.stripe.sessions.at(-1)! };
}

/** A member whose order is paid. */
export async function aPaidBuyer() {
  const buyer = await aBuyer();
  const { site, stripe } = buyer;
  const session = stripe.pay();
  const answer = await send(site, stripe.event("checkout.session.completed", session));
  assertStatus(answer, 200);
  return buyer;
}

export const chargeOf = (
  { payment_intent, amount_total: amount, currency, metadata }: Session,
  amount_refunded = 0,
) => ({
  id: "ch_1",
  object: "charge",
  amount,
  amount_refunded,
  currency,
  payment_intent,
  metadata,
});
