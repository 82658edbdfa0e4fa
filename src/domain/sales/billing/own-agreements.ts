import * as z from "zod";
import { about } from "#domain/platform/audit/about.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
import { invalidState, notFound, validationFailed } from "#domain/platform/problem.ts";
import { limitOwnRequests } from "#domain/platform/rate-limits/limit-own-requests.ts";
import { requireSession } from "#domain/platform/callers/require-session.ts";
import { findMembershipPlan } from "#domain/offers/membership-plans/queries.ts";
import { changeSubscription, prepareSwitch, switchTo } from "#domain/memberships/subscriptions/change.ts";
import { notifyMember, subscriptionEvent } from "#domain/memberships/subscriptions/notify.ts";
import { findSubscription } from "#domain/memberships/subscriptions/queries.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { unchanged } from "#domain/platform/outcome.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";
import { findAccount } from "#domain/sales/payments/account.ts";
import { providers } from "#domain/sales/payments/providers.ts";
import { OrderedItem } from "#domain/sales/orders/product-id.ts";
import type { Agreement } from "./agreement.ts";
import { cancelLocked, resumeLocked } from "./cancel-agreement.ts";
import { isSwitchable, Switching, switchingOf, termsOf } from "./switch-options.ts";
import { findAgreement, listAgreementsOf, lockAgreement } from "./queries.ts";
import { serializeAgreement, AgreementView } from "./agreement-view.ts";
import { billsItself } from "#domain/site/selling/payment-provider.ts";

const anAgreement = z.object({ id: Id("billingAgreement") });

const unknown = (id: string) => notFound("recurring payment", formatId("billingAgreement", id));

async function requireOwn(context: Context, id: string, find: typeof lockAgreement): Promise<Agreement> {
  const { memberId } = requireSession(context);
  const agreement = await find(context, id);
  if (agreement?.memberId !== memberId) throw unknown(id);
  return agreement;
}

export const listMyAgreements = operation({
  name: "listMyAgreements",
  summary: "List the member's recurring payments",
  description: "Newest first, at most 50.",
  reads: { only: ["session"] },
  input: z.object({}),
  output: z.object({ agreements: z.array(AgreementView) }),
  async run(context) {
    const { memberId } = requireSession(context);
    return { agreements: (await listAgreementsOf(context, memberId)).map(serializeAgreement) };
  },
});

export const findMyAgreement = operation({
  name: "findMyAgreement",
  summary: "Retrieve the member's recurring payment",
  reads: { only: ["session"] },
  input: anAgreement,
  output: AgreementView,
  run: async (context, { id }) => serializeAgreement(await requireOwn(context, id, findAgreement)),
});

export const findMySwitch = operation({
  name: "findMySwitch",
  summary: "List what the member's membership can change to",
  reads: { only: ["session"] },
  input: anAgreement,
  output: Switching,
  run: async (context, { id }) => switchingOf(context, await requireOwn(context, id, findAgreement)),
});

export const findSwitchToItem = operation({
  name: "findSwitchToItem",
  summary: "Find the member's membership that can change to an item",
  reads: { only: ["session"] },
  input: z.object({ item: OrderedItem }),
  output: z.object({ id: Id("billingAgreement").nullable() }),
  async run(context, { item: { id } }) {
    const { memberId } = requireSession(context);
    for (const agreement of await listAgreementsOf(context, memberId)) {
      const { options } = await switchingOf(context, agreement);
      if (options.some((option) => option.id === id)) return { id: agreement.id };
    }
    return { id: null };
  },
});

export const switchMyPlan = operation({
  name: "switchMyPlan",
  summary: "Change the plan or price of the member's subscription",
  description:
    "Takes effect with the next period, or immediately if the provider charges by itself. The current price withdraws a change.",
  writes: { only: ["session"] },
  input: anAgreement.extend({
    pricingId: Id("membershipPricing").nullable(),
    /** Terms of the price that the page has shown. */
    terms: z.string().max(100).optional(),
  }),
  output: anAgreement,
  prepare: limitOwnRequests,
  async run(context, { id, pricingId: chosen, terms }) {
    const { subscriptionId, productId, provider } = await requireOwn(context, id, findAgreement);
    if (subscriptionId === null) throw invalidState("recurring payment", "paid by installments", "changed", []);
    const pricingId = chosen ?? productId;
    const pricing = await prepareSwitch(context, subscriptionId, pricingId);
    const { status } = await requireOwn(context, id, lockAgreement);
    const subscription = await mustExist(findSubscription(context, subscriptionId));
    const isSent = billsItself(provider) && chosen === null && subscription.nextPricingId !== null;
    if (!isSwitchable(subscription) || isSent) throw invalidState("recurring payment", status, "changed", []);
    await requireVisible(context, pricing.planId, subscription.planId);
    const { priceAmount: amount, priceCurrency: currency } = pricing;
    if (terms !== undefined && terms !== termsOf({ ...pricing, amount, currency })) {
      throw validationFailed("/terms", "mismatch", "The price has changed. Check it before you change the plan.");
    }
    const changes = await switchTo(context, subscription, pricing);
    if (changes.nextPricingId === subscription.nextPricingId) return unchanged({ id });
    const changed = await changeSubscription(context, subscription, changes);
    await recordEvent(context, subscriptionEvent("updated", changed));
    if (changes.nextPricingId !== null && !billsItself(provider)) await notifyMember(context, "switching", changed);
    return { id };
  },
  audit: ({ pricingId }, { id }) =>
    about("billingAgreement", id, { pricingId: pricingId && formatId("membershipPricing", pricingId) }),
});

/** A plan that is not in the catalog cannot be guessed. */
async function requireVisible(context: Context, planId: string, currentPlanId: string): Promise<void> {
  const plan = planId === currentPlanId ? undefined : await findMembershipPlan(context, { id: planId });
  if (plan && !plan.visible) throw notFound("membership plan", formatId("membershipPlan", planId));
}

/** Installments are owed, so that members cannot cancel them. */
export const cancelMyAgreement = operation({
  name: "cancelMyAgreement",
  summary: "Cancel the member's subscription",
  description: "Takes effect at the end of the period.",
  writes: { only: ["session"] },
  input: anAgreement,
  output: anAgreement,
  prepare: limitOwnRequests,
  async run(context, { id }) {
    await requireOwn(context, id, findAgreement);
    const agreement = await requireOwn(context, id, lockAgreement);
    if (agreement.payments !== null) {
      throw invalidState("recurring payment", "paid by installments", "canceled", [], "Ask the school.");
    }
    await cancelLocked(context, agreement, "at_period_end");
    return { id };
  },
});

export const resumeMyAgreement = operation({
  name: "resumeMyAgreement",
  summary: "Resume the member's subscription",
  description: "Withdraws a cancellation that has not taken effect.",
  writes: { only: ["session"] },
  input: anAgreement,
  output: anAgreement,
  prepare: limitOwnRequests,
  async run(context, { id }) {
    await requireOwn(context, id, findAgreement);
    await resumeLocked(context, await requireOwn(context, id, lockAgreement));
    return { id };
  },
});

/** Returns the provider's page where the member changes their payment method. Throws if the provider is down. */
export async function openPortal(context: RequestContext, id: string, returnUrl: string): Promise<string> {
  await limitOwnRequests(context);
  const { provider, providerCustomer } = await requireOwn(context, id, findAgreement);
  const account = await findAccount(context, provider);
  const portal =
    account && providerCustomer !== null && providers[provider].customerPortal?.(account, providerCustomer, returnUrl);
  if (!portal) throw unknown(id);
  return portal;
}
