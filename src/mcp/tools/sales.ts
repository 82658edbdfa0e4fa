import { listConsultingBookings } from "#domain/sales/consulting-bookings/operations.ts";
import { getConsultingService } from "#domain/offers/consulting/list-consulting.ts";
import { createConsultingService, updateConsultingService } from "#domain/offers/consulting/save-consulting.ts";
import { getCoupon, listCoupons } from "#domain/offers/coupons/list-coupons.ts";
import { createCoupon, deleteCoupon, updateCoupon } from "#domain/offers/coupons/save-coupon.ts";
import { validateCoupon } from "#domain/offers/coupons/validate-coupon.ts";
import { productExpansions } from "#domain/offers/digital-products/expansions.ts";
import { grantDigitalProduct } from "#domain/offers/digital-products/grant-operations.ts";
import { getDigitalProduct, listDigitalProducts } from "#domain/offers/digital-products/list-digital-products.ts";
import { addDigitalProductFile, removeDigitalProductFile } from "#domain/offers/digital-products/product-files.ts";
import { archiveDigitalProduct, publishDigitalProduct } from "#domain/offers/digital-products/product-states.ts";
import { createDigitalProduct, updateDigitalProduct } from "#domain/offers/digital-products/save-digital-product.ts";
import { getMembershipPlan, listMembershipPlans } from "#domain/offers/membership-plans/list-membership-plans.ts";
import { createMembershipPlan, updateMembershipPlan } from "#domain/offers/membership-plans/save-membership-plan.ts";
import { itsPricings } from "#domain/offers/membership-pricings/expansions.ts";
import {
  createMembershipPricing,
  getMembershipPricing,
  updateMembershipPricing,
} from "#domain/offers/membership-pricings/operations.ts";
import { expanding } from "#domain/platform/expansion/expanding.ts";
import { orderExpansions } from "#domain/sales/orders/expansions.ts";
import { getOrder, listOrders } from "#domain/sales/orders/list-orders.ts";
import { listRefunds } from "#domain/sales/orders/list-payments.ts";
import { extendSubscription } from "#domain/memberships/subscriptions/change-subscription.ts";
import { grantSubscription } from "#domain/memberships/subscriptions/grant-subscription.ts";
import { getSubscription, listSubscriptions } from "#domain/memberships/subscriptions/list-subscriptions.ts";
import {
  cancelSubscription,
  pauseSubscription,
  resumeSubscription,
} from "#domain/memberships/subscriptions/subscription-states.ts";
import {
  adds,
  metadata,
  overwrites,
  readTool,
  readToolOf,
  saveTool,
  sets,
  stateTool,
  writeTool,
} from "../definition/make-tool.ts";
import type { Tool } from "../definition/tool.ts";

const personal = ["name", "email"];
const anOrder = expanding(getOrder, orderExpansions);

/** Always expands payments and refunds. */
const orderWithPayments = {
  arguments: getOrder.input,
  operations: [anOrder] as const,
  step: (input: Record<string, unknown>) => ({
    operation: anOrder,
    input: { ...input, expand: ["payments", "refunds"] },
  }),
};

/** Tools for memberships, orders, coupons, digital products and consulting. */
export const salesTools: readonly Tool[] = [
  readTool(
    metadata(
      "admin_list_membership_plans",
      "List all membership plans (staff)",
      "All membership plans, including drafts and hidden plans. For the plans and prices that visitors see, use list_membership_plans.",
    ),
    listMembershipPlans,
  ),
  readTool(
    metadata(
      "admin_get_membership_plan",
      "Get any membership plan (staff)",
      "One membership plan in any state by ID or slug, with all staff fields and the etag for save_membership_plan. expand adds pricings. For the public view, use get_membership_plan.",
    ),
    expanding(getMembershipPlan, { pricings: itsPricings }),
    { versioned: true },
  ),
  saveTool(
    metadata(
      "save_membership_plan",
      "Create or update a membership plan",
      "Updates the given fields of the plan given by ID or slug; without plan, creates one from changes (requires name and plan_type). benefits lists what the plan includes. Overwrites previous values permanently. For prices, use save_membership_pricing.",
    ),
    { create: createMembershipPlan, update: updateMembershipPlan },
    { which: "plan" },
  ),
  readTool(
    metadata(
      "get_membership_pricing",
      "Get a plan's price (staff)",
      "One price of a membership plan by ID, also if it is inactive, with the etag for save_membership_pricing. To find the prices of a plan, use admin_get_membership_plan with expand pricings.",
    ),
    getMembershipPricing,
    { versioned: true },
  ),
  saveTool(
    metadata(
      "save_membership_pricing",
      "Create or update a plan's price",
      "Updates the price given by ID, or adds one to plan from pricing (requires price; recurring prices also require interval). Existing subscribers keep their terms. List prices with admin_get_membership_plan and expand.",
    ),
    { create: createMembershipPricing, update: updateMembershipPricing },
    { which: "id", parent: "plan", argument: "pricing" },
  ),
  readTool(
    metadata(
      "list_subscriptions",
      "List subscriptions",
      "Subscriptions of members to membership plans, with their periods. Filter by status, plan_id, member_id or current_period_end. To change one, use change_subscription.",
    ),
    listSubscriptions,
  ),
  readTool(
    metadata(
      "get_subscription",
      "Get a subscription",
      "One subscription by ID with its plan, status, periods and the etag for change_subscription. Find subscriptions with list_subscriptions.",
    ),
    getSubscription,
    { versioned: true },
  ),
  writeTool(
    metadata(
      "grant_subscription",
      "Grant a free subscription",
      "Grants a plan to a member, both by ID, without charging. It lasts for the plan's duration or until ends_at. Fails if the member already has it; use change_subscription to extend it.",
    ),
    grantSubscription,
    adds,
  ),
  stateTool(
    metadata(
      "change_subscription",
      "Cancel, resume, pause or extend a subscription",
      "Performs one action on a subscription by ID: cancel (with mode and reason), resume, pause, or extend by days. Charges nothing. Canceling with mode now ends access immediately. Find subscriptions with list_subscriptions.",
    ),
    { cancel: cancelSubscription, resume: resumeSubscription, pause: pauseSubscription, extend: extendSubscription },
    { argument: "action" },
  ),
  readTool(
    metadata(
      "list_orders",
      "List orders",
      "Orders with their line items, such as pending ones, which are owed. For payments and refunds of one order, use get_order; for all refunds, use list_refunds.",
    ),
    listOrders,
    { personal },
  ),
  readToolOf(
    metadata(
      "get_order",
      "Get an order",
      "One order by ID with line items, refunds, payments and why they failed. Read-only. To find an order by number, use list_orders.",
    ),
    { ...orderWithPayments, personal },
  ),
  readTool(
    metadata(
      "list_refunds",
      "List refunds",
      "Refunds of orders with amount, reason and status, newest first. For the order of a refund, use get_order.",
    ),
    listRefunds,
  ),
  readTool(
    metadata(
      "list_coupons",
      "List coupons",
      "Coupons with discount and number of uses. To calculate a discount for a product, use validate_coupon.",
    ),
    listCoupons,
  ),
  readTool(
    metadata(
      "get_coupon",
      "Get a coupon",
      "One coupon by ID or code with its discount, limits, number of uses and the etag for save_coupon. To calculate a discount for a product, use validate_coupon.",
    ),
    getCoupon,
    { versioned: true },
  ),
  saveTool(
    metadata(
      "save_coupon",
      "Create or update a coupon",
      "Updates the given fields of the coupon given by ID or code; without coupon, creates one from changes (requires code and discount). The discount cannot change after first use. To disable it, use disable_coupon.",
    ),
    { create: createCoupon, update: updateCoupon },
    { which: "coupon" },
  ),
  writeTool(
    metadata(
      "disable_coupon",
      "Disable a coupon",
      "Permanently disables a coupon, by ID or code. A used coupon stays in the list as disabled; an unused coupon is deleted. Requires confirm. To end it at a later time, set expires_at with save_coupon.",
    ),
    deleteCoupon,
    overwrites,
    { confirms: true },
  ),
  readTool(
    metadata(
      "validate_coupon",
      "Validate a coupon",
      "Calculates the current discount of a coupon on a product (product_type and product_id), or returns why it does not apply. Does not count as a use. For its settings, use list_coupons with code.",
    ),
    validateCoupon,
    { whole: true },
  ),
  readTool(
    metadata(
      "admin_list_digital_products",
      "List all digital products (staff)",
      "All digital products, including drafts. For the products that visitors see, use list_digital_products.",
    ),
    listDigitalProducts,
  ),
  readTool(
    metadata(
      "admin_get_digital_product",
      "Get any digital product (staff)",
      "One digital product in any state by ID or slug, with all staff fields and the etag for save_digital_product. expand adds files. For the public view, use get_digital_product.",
    ),
    expanding(getDigitalProduct, { files: productExpansions.files }),
    { versioned: true },
  ),
  saveTool(
    metadata(
      "save_digital_product",
      "Create or update a digital product",
      "Updates the given fields of product, or creates a draft from changes (requires name). Overwrites previous values permanently. Then use add_product_file and set_product_state. Find products with admin_list_digital_products.",
    ),
    { create: createDigitalProduct, update: updateDigitalProduct },
    { which: "product" },
  ),
  writeTool(
    metadata(
      "add_product_file",
      "Add a file to a digital product",
      "Adds a file of the site, by file_id, to a digital product, by ID or slug; members who have the product can download it. Upload it first with upload_file and the purpose digital_product.",
    ),
    addDigitalProductFile,
    sets,
  ),
  writeTool(
    metadata(
      "remove_product_file",
      "Remove a file from a digital product",
      "Removes a file, by file_id, from a digital product, by ID or slug. The file itself is kept, but members can no longer download it. Fails for the last file of a published product.",
    ),
    removeDigitalProductFile,
    overwrites,
  ),
  stateTool(
    metadata(
      "set_product_state",
      "Publish or archive a digital product",
      "Publishes a digital product, or archives it: its sale ends, and members who have it keep it. Publishing requires a file; add one with add_product_file. For other changes, use save_digital_product.",
    ),
    { publish: publishDigitalProduct, archive: archiveDigitalProduct },
  ),
  writeTool(
    metadata(
      "grant_digital_product",
      "Grant a free digital product",
      "Grants a product, by ID or slug, to people without charging. Existing access stays unchanged. Returns one result per person. This tool cannot revoke access.",
    ),
    grantDigitalProduct,
    sets,
    { personal: ["name", "email"] },
  ),
  readTool(
    metadata(
      "admin_get_consulting_service",
      "Get any consulting service (staff)",
      "One consulting service in any state by ID or slug, with all staff fields and the etag for save_consulting_service. For the public view with available slots, use get_consulting_service.",
    ),
    getConsultingService,
    { versioned: true },
  ),
  saveTool(
    metadata(
      "save_consulting_service",
      "Create or update a consulting service",
      "Updates the given fields of the service given by ID or slug; without service, creates one from changes (requires name, duration_minutes, lecturer_ids). availability sets the bookable hours. Read them with admin_get_consulting_service. Overwrites previous values permanently.",
    ),
    { create: createConsultingService, update: updateConsultingService },
    { which: "service" },
  ),
  readTool(
    metadata(
      "list_consulting_bookings",
      "List consulting bookings",
      "Booked consulting sessions. Filter by service, lecturer, time and status. Clients' messages are under untrusted_text. For available slots, use get_consulting_service.",
    ),
    listConsultingBookings,
  ),
];
