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

/** Tools for memberships, orders, coupons, digital products and consulting. */
export const salesTools: readonly Tool[] = [
  readTool({
    name: "admin_list_membership_plans",
    title: "List all membership plans (staff)",
    description:
      "All membership plans, including drafts and hidden plans. For the plans and prices that visitors see, use list_membership_plans.",
    operation: listMembershipPlans,
  }),
  readTool({
    name: "admin_get_membership_plan",
    title: "Get any membership plan (staff)",
    description:
      "One membership plan in any state by ID or slug, with all staff fields and the etag for save_membership_plan. expand adds pricings. For the public view, use get_membership_plan.",
    operation: expanding(getMembershipPlan, { pricings: itsPricings }),
  }),
  saveTool({
    name: "save_membership_plan",
    title: "Create or update a membership plan",
    description:
      "Updates the given fields of the plan given by ID or slug; without plan, creates one from changes (requires name and plan_type). benefits lists what the plan includes. Overwrites previous values permanently. For prices, use save_membership_pricing.",
    create: createMembershipPlan,
    update: updateMembershipPlan,
    which: "plan",
  }),
  readTool({
    name: "get_membership_pricing",
    title: "Get a plan's price (staff)",
    description:
      "One price of a membership plan by ID, also if it is inactive, with the etag for save_membership_pricing. To find the prices of a plan, use admin_get_membership_plan with expand pricings.",
    operation: getMembershipPricing,
  }),
  saveTool({
    name: "save_membership_pricing",
    title: "Create or update a plan's price",
    description:
      "Updates the price given by ID, or adds one to plan from pricing (requires price; recurring prices also require interval). Existing subscribers keep their terms. List prices with admin_get_membership_plan and expand.",
    create: createMembershipPricing,
    update: updateMembershipPricing,
    which: "id",
    parent: "plan",
    argument: "pricing",
  }),
  readTool({
    name: "list_subscriptions",
    title: "List subscriptions",
    description:
      "Subscriptions of members to membership plans, with their periods. Filter by status, plan_id, member_id or current_period_end. To change one, use change_subscription.",
    operation: listSubscriptions,
  }),
  readTool({
    name: "get_subscription",
    title: "Get a subscription",
    description:
      "One subscription by ID with its plan, status, periods and the etag for change_subscription. Find subscriptions with list_subscriptions.",
    operation: getSubscription,
  }),
  writeTool({
    name: "grant_subscription",
    title: "Grant a free subscription",
    description:
      "Grants a plan to a member, both by ID, without charging. It lasts for the plan's duration or until ends_at. Fails if the member already has it; use change_subscription to extend it.",
    operation: grantSubscription,
    hints: adds,
  }),
  stateTool({
    name: "change_subscription",
    title: "Cancel, resume, pause or extend a subscription",
    description:
      "Performs one action on a subscription by ID: cancel (with mode and reason), resume, pause, or extend by days. Charges nothing. Canceling with mode now ends access immediately. Find subscriptions with list_subscriptions.",
    steps: {
      cancel: cancelSubscription,
      resume: resumeSubscription,
      pause: pauseSubscription,
      extend: extendSubscription,
    },
    argument: "action",
  }),
  readTool({
    name: "list_orders",
    title: "List orders",
    description:
      "Orders with their line items, such as pending ones, which are owed. For payments and refunds of one order, use get_order; for all refunds, use list_refunds.",
    operation: listOrders,
    personal,
  }),
  readToolOf({
    name: "get_order",
    title: "Get an order",
    description:
      "One order by ID with line items, refunds, payments and why they failed. Read-only. To find an order by number, use list_orders.",
    arguments: getOrder.input,
    operations: [anOrder],
    // Always expands payments and refunds.
    step: (input) => ({ operation: anOrder, input: { ...input, expand: ["payments", "refunds"] } }),
    personal,
  }),
  readTool({
    name: "list_refunds",
    title: "List refunds",
    description:
      "Refunds of orders with amount, reason and status, newest first. For the order of a refund, use get_order.",
    operation: listRefunds,
  }),
  readTool({
    name: "list_coupons",
    title: "List coupons",
    description:
      "Coupons with discount and number of uses. To calculate a discount for a product, use validate_coupon.",
    operation: listCoupons,
  }),
  readTool({
    name: "get_coupon",
    title: "Get a coupon",
    description:
      "One coupon by ID or code with its discount, limits, number of uses and the etag for save_coupon. To calculate a discount for a product, use validate_coupon.",
    operation: getCoupon,
  }),
  saveTool({
    name: "save_coupon",
    title: "Create or update a coupon",
    description:
      "Updates the given fields of the coupon given by ID or code; without coupon, creates one from changes (requires code and discount). The discount cannot change after first use. To disable it, use disable_coupon.",
    create: createCoupon,
    update: updateCoupon,
    which: "coupon",
  }),
  writeTool({
    name: "disable_coupon",
    title: "Disable a coupon",
    description:
      "Permanently disables a coupon, by ID or code. A used coupon stays in the list as disabled; an unused coupon is deleted. Requires confirm. To end it at a later time, set expires_at with save_coupon.",
    operation: deleteCoupon,
    hints: overwrites,
    confirms: true,
  }),
  readTool({
    name: "validate_coupon",
    title: "Validate a coupon",
    description:
      "Calculates the current discount of a coupon on a product (product_type and product_id), or returns why it does not apply. Does not count as a use. For its settings, use list_coupons with code.",
    operation: validateCoupon,
    whole: true,
  }),
  readTool({
    name: "admin_list_digital_products",
    title: "List all digital products (staff)",
    description:
      "All digital products, including drafts. For the products that visitors see, use list_digital_products.",
    operation: listDigitalProducts,
  }),
  readTool({
    name: "admin_get_digital_product",
    title: "Get any digital product (staff)",
    description:
      "One digital product in any state by ID or slug, with all staff fields and the etag for save_digital_product. expand adds files. For the public view, use get_digital_product.",
    operation: expanding(getDigitalProduct, { files: productExpansions.files }),
  }),
  saveTool({
    name: "save_digital_product",
    title: "Create or update a digital product",
    description:
      "Updates the given fields of product, or creates a draft from changes (requires name). Overwrites previous values permanently. Then use add_product_file and set_product_state. Find products with admin_list_digital_products.",
    create: createDigitalProduct,
    update: updateDigitalProduct,
    which: "product",
  }),
  writeTool({
    name: "add_product_file",
    title: "Add a file to a digital product",
    description:
      "Adds a file of the site, by file_id, to a digital product, by ID or slug; members who have the product can download it. Upload it first with upload_file and the purpose digital_product.",
    operation: addDigitalProductFile,
    hints: sets,
  }),
  writeTool({
    name: "remove_product_file",
    title: "Remove a file from a digital product",
    description:
      "Removes a file, by file_id, from a digital product, by ID or slug. The file itself is kept, but members can no longer download it. Fails for the last file of a published product.",
    operation: removeDigitalProductFile,
    hints: overwrites,
  }),
  stateTool({
    name: "set_product_state",
    title: "Publish or archive a digital product",
    description:
      "Publishes a digital product, or archives it: its sale ends, and members who have it keep it. Publishing requires a file; add one with add_product_file. For other changes, use save_digital_product.",
    steps: { publish: publishDigitalProduct, archive: archiveDigitalProduct },
  }),
  writeTool({
    name: "grant_digital_product",
    title: "Grant a free digital product",
    description:
      "Grants a product, by ID or slug, to people without charging. Existing access stays unchanged. Returns one result per person. This tool cannot revoke access.",
    operation: grantDigitalProduct,
    hints: sets,
    personal: ["name", "email"],
  }),
  readTool({
    name: "admin_get_consulting_service",
    title: "Get any consulting service (staff)",
    description:
      "One consulting service in any state by ID or slug, with all staff fields and the etag for save_consulting_service. For the public view with available slots, use get_consulting_service.",
    operation: getConsultingService,
  }),
  saveTool({
    name: "save_consulting_service",
    title: "Create or update a consulting service",
    description:
      "Updates the given fields of the service given by ID or slug; without service, creates one from changes (requires name, duration_minutes, lecturer_ids). availability sets the bookable hours. Read them with admin_get_consulting_service. Overwrites previous values permanently.",
    create: createConsultingService,
    update: updateConsultingService,
    which: "service",
  }),
  readTool({
    name: "list_consulting_bookings",
    title: "List consulting bookings",
    description:
      "Booked consulting sessions. Filter by service, lecturer, time and status. Clients' messages are under untrusted_text. For available slots, use get_consulting_service.",
    operation: listConsultingBookings,
  }),
];
