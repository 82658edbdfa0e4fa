import { deleteMembershipPlan } from "#domain/offers/membership-plans/delete-membership-plan.ts";
import { membershipPlanExpansions } from "#domain/offers/membership-plans/expansions.ts";
import * as membershipPlans from "#domain/offers/membership-plans/list-membership-plans.ts";
import { replaceMembershipBenefits } from "#domain/offers/membership-plans/replace-benefits.ts";
import * as membershipPlanChanges from "#domain/offers/membership-plans/save-membership-plan.ts";
import * as membershipPricings from "#domain/offers/membership-pricings/operations.ts";
import { change, create, read, remove, replace, type Route } from "../route.ts";

/** Membership plans, their prices and benefits. */
export const membershipRoutes: readonly Route[] = [
  read("/membership_plans", membershipPlans.listMembershipPlans, membershipPlanExpansions),
  read("/membership_plans/:plan", membershipPlans.getMembershipPlan, membershipPlanExpansions),
  create("/membership_plans", membershipPlanChanges.createMembershipPlan),
  change("/membership_plans/:plan", membershipPlanChanges.updateMembershipPlan),
  remove("/membership_plans/:plan", deleteMembershipPlan),
  create("/membership_plans/:plan/pricings", membershipPricings.createMembershipPricing),
  read("/membership_pricings/:id", membershipPricings.getMembershipPricing),
  change("/membership_pricings/:id", membershipPricings.updateMembershipPricing),
  replace("/membership_plans/:plan/benefits", replaceMembershipBenefits),
];
