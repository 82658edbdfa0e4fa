import { formatId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { database } from "../../support/databases/database.ts";
import type { Json } from "../../rest/support/an-event.ts";
import { aMembership } from "./membership.ts";
import { runAgreementChanges } from "./run-refunds.ts";
import { aStripeShop, send, startAtStripe } from "./stripe-shop.ts";

/** A member of the plan "Basic", which Stripe renews, beside a plan "Pro" with another price. */
export async function aStripeSubscriber({ basicPlan = {}, proPrice }: { basicPlan?: Json; proPrice: Json }) {
  const shop = await aStripeShop();
  const { operator, site, stripe } = shop;
  const basic = await aMembership(operator, { plan: { name: "Basic", ...basicPlan } });
  const pro = await aMembership(operator, { plan: { name: "Pro" }, pricing: proPrice });
  const browser = await site.signedIn(await site.member());
  await startAtStripe(browser, basic.price, stripe);
  const { session, subscription, invoice } = stripe.subscribe();
  const tell = async (type: string, object: object) => assertStatus(await send(site, stripe.event(type, object)), 200);
  await tell("checkout.session.completed", session);
  await tell("invoice.paid", invoice);
  await runAgreementChanges(site);
  const { id } = await database.one<{ id: string }>`select id from billing_agreements where site_id = ${site.site.id}`;
  const path = `/orders/subscriptions/${formatId("billingAgreement", id)}`;
  return { ...shop, browser, basic, pro, subscription, tell, path };
}
