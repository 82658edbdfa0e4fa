import { listConsultingBookings } from "#domain/sales/consulting-bookings/operations.ts";
import { createConsultingService, updateConsultingService } from "#domain/sales/consulting/save-consulting.ts";
import { listCoupons } from "#domain/sales/coupons/list-coupons.ts";
import { createCoupon, deleteCoupon, updateCoupon } from "#domain/sales/coupons/save-coupon.ts";
import { validateCoupon } from "#domain/sales/coupons/validate-coupon.ts";
import { grantDigitalProduct } from "#domain/sales/digital-products/grant-operations.ts";
import { listDigitalProducts } from "#domain/sales/digital-products/list-digital-products.ts";
import { createDigitalProduct, updateDigitalProduct } from "#domain/sales/digital-products/save-digital-product.ts";
import { listMembershipPlans } from "#domain/sales/membership-plans/list-membership-plans.ts";
import { createMembershipPlan, updateMembershipPlan } from "#domain/sales/membership-plans/save-membership-plan.ts";
import { createMembershipPricing, updateMembershipPricing } from "#domain/sales/membership-pricings/operations.ts";
import { expanding } from "#domain/platform/expansion/expanding.ts";
import { orderExpansions } from "#domain/sales/orders/expansions.ts";
import { getOrder, listOrders } from "#domain/sales/orders/list-orders.ts";
import { extendSubscription } from "#domain/sales/subscriptions/change-subscription.ts";
import { grantSubscription } from "#domain/sales/subscriptions/grant-subscription.ts";
import { listSubscriptions } from "#domain/sales/subscriptions/list-subscriptions.ts";
import {
  cancelSubscription,
  pauseSubscription,
  resumeSubscription,
} from "#domain/sales/subscriptions/subscription-states.ts";
import { adds, overwrites, readTool, readToolOf, saveTool, sets, stateTool, writeTool } from "../make-tool.ts";
import type { Tool } from "../tool.ts";
import { words } from "../words.ts";

const personal = ["name", "email"];
const anOrder = expanding(getOrder, orderExpansions);

/** With what was paid for it and given back, whoever asks. */
const wholeOrder = {
  arguments: getOrder.input,
  operations: [anOrder] as const,
  step: (input: Record<string, unknown>) => ({
    operation: anOrder,
    input: { ...input, expand: ["payments", "refunds"] },
  }),
};

/** What a school sells besides courses and events. */
export const salesTools: readonly Tool[] = [
  readTool(
    words(
      "admin_list_membership_plans",
      "List all membership plans (staff)",
      "All membership plans including hidden ones and drafts, 20 at a time; page.next_cursor is the cursor of the next page. For what visitors see with prices use list_membership_plans.",
    ),
    listMembershipPlans,
  ),
  saveTool(
    words(
      "save_membership_plan",
      "Create or change a membership plan",
      "Changes the given fields of the plan named by id or slug; without plan it creates one from changes (name and plan_type at least). benefits say what it gives. Old values are lost. Try it with dry_run. Prices: save_membership_pricing.",
    ),
    { create: createMembershipPlan, update: updateMembershipPlan },
    { which: "plan" },
  ),
  saveTool(
    words(
      "save_membership_pricing",
      "Create or change a plan's price",
      "Changes the price named by id, or adds one to plan from pricing (price at least, with interval where it recurs). Who subscribes keeps their terms. Read prices with get_membership_plan; try it with dry_run.",
    ),
    { create: createMembershipPricing, update: updateMembershipPricing },
    { which: "id", parent: "plan", argument: "pricing" },
  ),
  readTool(
    words(
      "list_subscriptions",
      "List subscriptions",
      "Who has which membership plan, and how long, 20 at a time; page.next_cursor is the cursor of the next page. Narrow with status, plan_id, member_id or current_period_end. To change one use change_subscription.",
    ),
    listSubscriptions,
  ),
  writeTool(
    words(
      "grant_subscription",
      "Give a membership plan away",
      "Gives a plan to a member, both by id, without ever charging for it. It lasts as the plan says, or until ends_at. Whoever has it already is refused: extend that with change_subscription. Try it with dry_run.",
    ),
    grantSubscription,
    adds,
  ),
  stateTool(
    words(
      "change_subscription",
      "Cancel, resume, pause or extend a subscription",
      "Does one action to a subscription by id: cancel with mode and reason, resume, pause, or extend by days; nothing is charged. Canceled with mode now, access ends at once. Try it with dry_run; find them with list_subscriptions.",
    ),
    { cancel: cancelSubscription, resume: resumeSubscription, pause: pauseSubscription, extend: extendSubscription },
    { argument: "action" },
  ),
  readTool(
    words(
      "list_orders",
      "List orders",
      "Orders with what was ordered, 20 at a time; page.next_cursor is the cursor of the next page. Narrow with status, number, member_id, product_id or paid_at. For payments and refunds of one use get_order.",
    ),
    listOrders,
    { personal },
  ),
  readToolOf(
    words(
      "get_order",
      "Read an order",
      "One order by id with what was ordered, its payments and what was given back. Nothing can be changed here. To find one by its number use list_orders.",
    ),
    { ...wholeOrder, personal },
  ),
  readTool(
    words(
      "list_coupons",
      "List coupons",
      "Coupons with what they take off and how often they were used, 20 at a time; page.next_cursor is the cursor of the next page. To ask what one would take off a product use validate_coupon.",
    ),
    listCoupons,
  ),
  saveTool(
    words(
      "save_coupon",
      "Create or change a coupon",
      "Changes the given fields of the coupon named by id or code; without coupon it creates one from changes (code and discount at least). What it takes off is fixed once it was used. Try it with dry_run; to stop it use disable_coupon.",
    ),
    { create: createCoupon, update: updateCoupon },
    { which: "coupon" },
  ),
  writeTool(
    words(
      "disable_coupon",
      "Stop a coupon",
      "Stops a coupon, by id or code, for good: one that was used is disabled and stays in the list, one that never was is deleted. Needs confirm. To end it later set expires_at with save_coupon.",
    ),
    deleteCoupon,
    overwrites,
    { confirms: true },
  ),
  readTool(
    words(
      "validate_coupon",
      "Try a coupon",
      "What a coupon would take off a product now, or why it does not apply; nothing is used up. product_type and product_id say of what. For its settings use list_coupons with code.",
    ),
    validateCoupon,
    { whole: true },
  ),
  readTool(
    words(
      "admin_list_digital_products",
      "List all digital products (staff)",
      "All digital products including drafts, 20 at a time; page.next_cursor is the cursor of the next page. For what visitors see use list_digital_products.",
    ),
    listDigitalProducts,
  ),
  saveTool(
    words(
      "save_digital_product",
      "Create or change a digital product",
      "Changes the given fields of the product named by id or slug; without product it creates a draft from changes (name at least). The old values are lost. Try it with dry_run; find them with admin_list_digital_products.",
    ),
    { create: createDigitalProduct, update: updateDigitalProduct },
    { which: "product" },
  ),
  writeTool(
    words(
      "grant_digital_product",
      "Give a digital product away",
      "Gives a product, by id or slug, to people without charging; whoever has it already keeps it as it is. Answers for each person. Try it with dry_run; nothing is taken back by this tool.",
    ),
    grantDigitalProduct,
    sets,
    { personal: ["name", "email"] },
  ),
  saveTool(
    words(
      "save_consulting_service",
      "Create or change a consulting service",
      "Changes the given fields of the service named by id or slug; without service it creates one from changes (name, duration_minutes, lecturer_ids at least). availability says when it can be booked. Old values are lost. Try it with dry_run.",
    ),
    { create: createConsultingService, update: updateConsultingService },
    { which: "service" },
  ),
  readTool(
    words(
      "list_consulting_bookings",
      "List bookings",
      "Booked consulting sessions by service, lecturer, time and status, 20 at a time; page.next_cursor is the cursor of the next page. What people wrote is under untrusted_text. For open slots use get_consulting_service.",
    ),
    listConsultingBookings,
  ),
];
