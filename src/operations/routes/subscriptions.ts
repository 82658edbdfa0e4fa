import { bulkSubscriptions } from "#domain/memberships/subscriptions/bulk-subscriptions.ts";
import * as subscriptionChanges from "#domain/memberships/subscriptions/change-subscription.ts";
import { subscriptionExpansions } from "#domain/memberships/subscriptions/expansions.ts";
import { grantSubscription } from "#domain/memberships/subscriptions/grant-subscription.ts";
import * as subscriptions from "#domain/memberships/subscriptions/list-subscriptions.ts";
import * as subscriptionStates from "#domain/memberships/subscriptions/subscription-states.ts";
import { act, bulk, change, create, read, type Route } from "../route.ts";

/** Subscriptions to membership plans. */
export const subscriptionRoutes: readonly Route[] = [
  read("/subscriptions", subscriptions.listSubscriptions, subscriptionExpansions),
  read("/subscriptions/:id", subscriptions.getSubscription, subscriptionExpansions),
  create("/subscriptions", grantSubscription),
  change("/subscriptions/:id", subscriptionChanges.updateSubscription),
  act("/subscriptions/:id/cancel", subscriptionStates.cancelSubscription),
  act("/subscriptions/:id/resume", subscriptionStates.resumeSubscription),
  act("/subscriptions/:id/pause", subscriptionStates.pauseSubscription),
  act("/subscriptions/:id/extend", subscriptionChanges.extendSubscription),
  bulk("/subscriptions/bulk", bulkSubscriptions),
];
