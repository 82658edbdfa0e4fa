import * as z from "zod";
import { Money } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import type { EventTypeName } from "#domain/event-types.ts";

const Ids = z.array(z.string());

/** Objects that their emitters write, by type: facts about what happened, and not the state of a resource. */
export const factSchemas: Readonly<Record<string, z.ZodObject>> = {
  curriculum_change: z
    .object({
      object: z.literal("curriculum_change"),
      courseId: Id("course"),
      version: z.number().int().min(0).meta({ description: "Version of the curriculum after the change" }),
      added: Ids,
      removed: Ids,
      moved: Ids,
      changed: Ids,
    })
    .meta({ id: "CurriculumChange", description: "IDs of the changed sections and lectures" }),
  lecture_progress: z
    .object({
      object: z.literal("lecture_progress"),
      enrollmentId: Id("enrollment"),
      studentId: Id("member"),
      lectureId: Id("lecture"),
      completedAt: Instant,
    })
    .meta({ id: "CompletedLecture" }),
  member_ref: z.object({ object: z.literal("member_ref"), id: Id("member") }).meta({ id: "ErasedMember" }),
  coupon_redemption: z
    .object({
      object: z.literal("coupon_redemption"),
      id: Id("couponRedemption"),
      couponId: Id("coupon"),
      memberId: Id("member"),
      amount: Money.meta({ description: "The amount deducted from the price" }),
      createdAt: Instant,
    })
    .meta({ id: "RedeemedCoupon" }),
  digital_product_grant: z
    .object({ object: z.literal("digital_product_grant"), id: Id("digitalProductGrant") })
    .meta({ id: "GrantedDigitalProduct" }),
  download: z
    .object({
      object: z.literal("download"),
      productId: Id("digitalProduct"),
      memberId: Id("member"),
      fileId: Id("file"),
      grantId: Id("digitalProductGrant").optional(),
      subscriptionId: Id("subscription").optional(),
    })
    .meta({ id: "Download", description: "Has the grant, or the subscription that includes the product" }),
  school: z
    .object({
      object: z.literal("school"),
      id: Id("site"),
      changed: z.array(z.string()).meta({ description: "Names of the changed fields. Retrieve the school for them." }),
    })
    .meta({ id: "ChangedSchool" }),
  appearance: z.object({ object: z.literal("appearance"), id: Id("site") }).meta({ id: "ChangedAppearance" }),
  grant: z.object({ object: z.literal("grant"), id: Id("grant") }).meta({ id: "ChangedGrant" }),
  ping: z.object({ object: z.literal("ping") }).meta({ id: "Ping" }),
};

/** Facts in addition to the state of the resource. */
export const additionalFacts: Partial<Record<EventTypeName, z.ZodRawShape>> = {
  "enrollment.expiring": {
    days: z.number().int().min(0).meta({ description: "Days until the end, rounded up: 7 or 1" }),
  },
  "event.starting_soon": {
    hours: z.number().int().min(0).meta({ description: "Hours until the start, rounded up: 24 or 1" }),
  },
};
