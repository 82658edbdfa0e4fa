import * as z from "zod";
import { patchSchemaOf } from "#domain/platform/merge-patch/changes-of.ts";
import { ExternalId, Metadata, Money } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { versionedResource } from "#domain/platform/versioned.ts";
import { trimmed } from "#lib/wire/trimmed.ts";

const intervals = ["day", "week", "month", "year"] as const;

export const writablePricing = {
  label: trimmed().min(1).max(200).nullable(),
  price: Money,
  interval: z.enum(intervals).nullable().meta({ description: "Null for a one-time payment" }),
  /** Number of intervals between payments. */
  intervalCount: z.number().int().min(1).max(365),
  active: z.boolean(),
  externalId: ExternalId.nullable(),
  metadata: Metadata,
};

/** A price of a membership plan with its billing interval. */
export const MembershipPricing = versionedResource("membershipPricing", {
  planId: Id("membershipPlan"),
  ...writablePricing,
  createdAt: Instant,
  updatedAt: Instant,
});

export const NewMembershipPricing = z.object(writablePricing).partial().required({ price: true });

export const MembershipPricingChanges = patchSchemaOf(writablePricing);
export type MembershipPricingChanges = z.output<typeof MembershipPricingChanges>;

/** A database row. The amount is in the minor unit of the currency. */
export interface MembershipPricingRow extends Omit<z.output<typeof MembershipPricing>, "object" | "price"> {
  priceAmount: number;
  priceCurrency: string;
  version: number;
}

export const serializePricing = ({ priceAmount, priceCurrency, ...pricing }: MembershipPricingRow) => ({
  ...pricing,
  object: "membership_pricing" as const,
  price: { amount: priceAmount, currency: priceCurrency },
});
