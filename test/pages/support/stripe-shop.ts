import assert from "node:assert/strict";
import { type ASite, password } from "../../support/world.ts";
import type { TestBrowser } from "../../support/browser-session.ts";
import { aShop, checkOut } from "./buyer.ts";
import { aStripeAccount, type StripeAccount } from "./stripe-emulator.ts";

export const credentialsPage = "/admin/payments/stripe/credentials";

/** Enters the keys of an account at Stripe in the admin area. */
export async function connect(owner: TestBrowser, fields: Record<string, string>) {
  return owner.submit(await owner.open(credentialsPage), { current: password, ...fields }, credentialsPage);
}

/** A school that accepts payments by Stripe. */
export async function aStripeShop(stripe = aStripeAccount(), opened?: ASite) {
  const shop = await aShop(opened);
  const { secretKey, signingSecret } = stripe;
  const saved = await connect(shop.owner, { secretKey, signingSecret });
  assert.match(saved.address, /done=saved/);
  await shop.owner.submit(saved, { "enabled-stripe": "on" }, "/admin/payments/stripe");
  return { ...shop, stripe };
}

/** Orders an item and goes to the page of Stripe. Returns the path of the order. */
export async function startAtStripe(browser: TestBrowser, item: string, stripe: StripeAccount): Promise<string> {
  const page = await browser.open(`/checkout?item=${item}`);
  const after = await browser.submit(page, { provider: "stripe" }, "/checkout");
  assert.equal(after.address, stripe.sessions.at(-1)?.url);
  return new URL(stripe.received.at(-1)!.fields["success_url"]!).pathname;
}

export const send = (site: ASite, message: ReturnType<StripeAccount["event"]>) =>
  site.request("POST", "/payments/stripe/events", message);

export { checkOut };
