import { sql } from "#database/sql.ts";
import type { ProductKind } from "./product-kind.ts";

export const membershipPricing: ProductKind = {
  word: "price",
  scope: "subscriptions:write",
  table: sql`membership_pricings`,
  parent: { table: sql`membership_plans`, id: sql`plan_id`, label: sql`label` },
  isSellable: () => sql`
    membership_pricings.active and membership_plans.deleted_at is null and membership_plans.status = 'active'`,
  usedAt: (slug) => `/membership-plans/${slug}`,
  access: { table: sql`subscriptions`, idKind: "subscription", isDeletedAtEnd: false },
};
