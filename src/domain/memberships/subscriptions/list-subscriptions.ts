import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { anyIdOf, anyOf, changeTimes, exactly, range } from "#domain/platform/listing/filters.ts";
import { listing, mapPage, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { columns, findSubscription } from "./queries.ts";
import { serializeSubscription, Subscription, type SubscriptionRow, subscriptionStatuses } from "./subscription.ts";

const periodEnd = sql`coalesce(subscriptions.current_period_end, 'infinity')`;

const subscriptions = listing<SubscriptionRow>({
  kind: "subscription",
  table: sql`subscriptions`,
  columns,
  defaultSort: "-createdAt",
  sorts: { createdAt: "timestamptz", updatedAt: "timestamptz", currentPeriodEnd: "timestamptz or infinity" },
  filters: {
    status: anyOf(z.enum(subscriptionStatuses), sql`subscriptions.status`),
    planId: anyIdOf(Id("membershipPlan"), sql`subscriptions.plan_id`),
    pricingId: anyIdOf(Id("membershipPricing"), sql`subscriptions.pricing_id`),
    memberId: anyIdOf(Id("member"), sql`subscriptions.member_id`),
    cancelAtPeriodEnd: exactly(z.boolean(), sql`subscriptions.cancel_at_period_end`),
    currentPeriodEnd: range(Instant, sql`subscriptions.current_period_end`, periodEnd),
    canceledAt: range(Instant, sql`subscriptions.canceled_at`),
    ...changeTimes(sql`subscriptions`),
  },
});

export const listSubscriptions = operation({
  name: "listSubscriptions",
  summary: "List subscriptions",
  reads: "subscriptions:read",
  input: subscriptions.input,
  output: pageSchemaOf(Subscription),
  run: async (context, input) => mapPage(await subscriptions.page(context, input), serializeSubscription),
});

export const getSubscription = operation({
  name: "getSubscription",
  summary: "Retrieve a subscription",
  reads: "subscriptions:read",
  input: z.object({ id: Id("subscription") }),
  output: Subscription,
  async run(context, { id }) {
    const subscription = await findSubscription(context, id);
    if (!subscription) throw notFound("subscription", formatId("subscription", id));
    return serializeSubscription(subscription);
  },
});
