import * as z from "zod";
import { ExternalId, Slug } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { End, Start } from "#domain/platform/time/instant.ts";
import { EmailAddress } from "#domain/platform/email.ts";
import { MetadataChanges } from "#domain/platform/metadata.ts";
import { paymentProviders } from "#domain/site/selling/payment-provider.ts";
import { CancelReason, subscriptionStatuses } from "#domain/memberships/subscriptions/subscription.ts";

/** A member by any identifier; several must agree. */
export const memberNames = {
  memberId: Id("member").nullable().optional(),
  memberExternalId: ExternalId.nullable().optional(),
  memberEmail: EmailAddress.nullable().optional(),
};
export const byMember = { id: "memberId", externalId: "memberExternalId", email: "memberEmail" } as const;

const Timestamp = Start.nullable().optional();
const EndTimestamp = End.nullable().optional();

/** A membership with its history. Importing it never charges anyone; `provider` names the external billing system. */
export const SubscriptionRowIn = z.object({
  id: Id("subscription").optional(),
  externalId: ExternalId.nullable().optional(),
  ...memberNames,
  planId: Id("membershipPlan").nullable().optional(),
  planExternalId: ExternalId.nullable().optional(),
  planSlug: Slug.nullable().optional(),
  pricingId: Id("membershipPricing").nullable().optional(),
  pricingExternalId: ExternalId.nullable().optional(),
  status: z.enum(subscriptionStatuses).optional(),
  startsAt: Start.optional(),
  trialEndsAt: EndTimestamp,
  currentPeriodStart: Timestamp,
  currentPeriodEnd: EndTimestamp,
  endsAt: EndTimestamp,
  cancelAtPeriodEnd: z.boolean().optional(),
  cancelAt: EndTimestamp,
  canceledAt: Timestamp,
  cancelReason: CancelReason.nullable().optional(),
  pausedUntil: Timestamp,
  provider: z.enum(paymentProviders).nullable().optional(),
  metadata: MetadataChanges.optional(),
});
export type SubscriptionRowIn = z.output<typeof SubscriptionRowIn>;
