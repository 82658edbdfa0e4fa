import * as z from "zod";
import { patchSchemaOf } from "#domain/platform/merge-patch/changes-of.ts";
import { AccessRule, ExternalId, Metadata, Money, moneyOf, Name } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { End, Instant, Start } from "#domain/platform/time/instant.ts";
import { versionedResource } from "#domain/platform/versioned.ts";

const planTypes = ["free", "one_time", "pre_order", "installments", "fixed_date", "specific_length"] as const;

export const writablePlan = {
  name: Name,
  planType: z.enum(planTypes),
  /** Null if and only if the plan is free. */
  price: Money.nullable(),
  compareAtPrice: Money.nullable(),
  installments: z.object({ count: z.number().int().min(2).max(60), interval: z.enum(["week", "month"]) }).nullable(),
  access: AccessRule,
  seats: z.number().int().min(1).max(1_000_000).nullable(),
  saleStartsAt: Start.nullable(),
  saleEndsAt: End.nullable(),
  active: z.boolean(),
  position: z.number().int().min(0).max(1_000_000),
  externalId: ExternalId.nullable(),
  metadata: Metadata,
};

/** The price and terms of a course. */
export const CoursePlan = versionedResource("coursePlan", {
  courseId: Id("course"),
  ...writablePlan,
  seatsTaken: z.number().int().min(0).meta({
    description: "Enrollments made with this plan, ended ones included: raise `seats` to sell the seat of a refund",
  }),
  createdAt: Instant,
  updatedAt: Instant,
});

export const NewCoursePlan = z.object(writablePlan).partial().required({ name: true, planType: true });

export const CoursePlanChanges = patchSchemaOf(writablePlan);

/** A database row. Amounts are in the minor unit of the currency, which both prices share. */
export interface CoursePlanRow extends Omit<z.output<typeof CoursePlan>, "object" | "price" | "compareAtPrice"> {
  priceAmount: number | null;
  priceCurrency: string | null;
  compareAtAmount: number | null;
  version: number;
}

export const serializePlan = ({ priceAmount, priceCurrency, compareAtAmount, ...plan }: CoursePlanRow) => ({
  object: "course_plan" as const,
  ...plan,
  price: moneyOf(priceAmount, priceCurrency),
  compareAtPrice: moneyOf(compareAtAmount, priceCurrency),
});
