import { newId } from "#domain/platform/ids.ts";
import type { AdminSectionName } from "#pages/admin/sections.ts";
import type { AdminPage } from "#pages/views/admin/layout.ts";
import { staffOrder, type StaffOrderView } from "#pages/views/admin/orders/order.ts";
import { orderList } from "#pages/views/admin/orders/orders.ts";
import { paymentCredentials } from "#pages/views/admin/payments/payment-credentials.ts";
import { paymentSettings, type PaymentSettingsView } from "#pages/views/admin/payments/payments.ts";
import { providerEvents } from "#pages/views/admin/payments/provider-events.ts";
import { reconciliationPage } from "#pages/views/admin/payments/reconciliation.ts";
import { refundPolicies } from "#pages/views/admin/orders/refund-policies.ts";
import { refundReview } from "#pages/views/admin/orders/refund-review.ts";
import type { orderPage } from "#pages/views/public/order.ts";
import { providerEventRows } from "./sample-provider-events.ts";
import { sampleRecordedSales } from "./sample-recorded-sales.ts";
import type { Names } from "./sample-views.ts";

const at = (hour: number) => new Date(Date.UTC(2026, 10, 18, hour, 5));
const uuid = "01a20996-85af-7509-90fe-5c10efa1da62";

const unreachable = { isRunning: false, finishedAt: at(9), result: null };

/** Orders, refunds and payment settings in the admin area. */
export function samplePayments(
  admin: (section: AdminSectionName) => AdminPage,
  names: Names,
  order: Parameters<typeof orderPage>[1],
): [string, string][] {
  const staff: StaffOrderView["order"] = {
    ...order,
    attention: "not_fulfilled",
    memberId: uuid,
    email: names.email,
    name: names.person,
    couponCode: "SPRING-25",
    lines: [
      {
        id: uuid,
        productType: "course_plan",
        productId: uuid,
        name: names.client,
        amount: 441_000,
        fulfilledAt: at(10),
        refundPolicy: "end",
      },
      {
        id: newId(),
        productType: "event_ticket",
        productId: uuid,
        name: names.site,
        amount: 0,
        fulfilledAt: null,
        refundPolicy: "keep",
      },
    ],
    payments: [
      {
        id: uuid,
        provider: "offline",
        status: "succeeded",
        amount: 441_000,
        providerReference: names.host,
        failureCode: names.host,
        failureMessage: names.path,
        createdAt: at(9),
        paidAt: at(10),
      },
    ],
    refunds: [{ id: uuid, status: "pending", amount: 1000, reason: names.person, createdAt: at(11), isByHand: true }],
    refundsByHand: true,
    refundable: 440_000,
  };
  const selling = {
    sellerName: names.site,
    sellerAddress: `${names.path}\n${names.path}`,
    sellerTaxId: "12345678",
    taxRate: 525,
    taxName: "VAT",
    refundAccess: "end" as const,
    checkoutMinutes: 30,
    graceDays: 7,
    waitlistHours: 24,
    moneyBackDays: 14,
  };
  const credentials = {
    isComplete: true,
    endings: { secretKey: "4Xq2", signingSecret: "9aBc" },
    visible: {},
    isUnexpectedTest: true,
  };
  const webhook = { address: "https://school.example/payments/stripe/events", events: ["checkout.session.completed"] };
  const empty = { isComplete: false, endings: {}, visible: {}, isUnexpectedTest: null };
  const shop = {
    ...credentials,
    endings: { hashKey: "4Xq2", hashIv: "9aBc" },
    visible: { merchantId: "3002607", environment: "stage" },
  };
  const settings: PaymentSettingsView["settings"] = {
    selling,
    providers: [
      { provider: "stripe" as const, enabled: true, settings: {}, credentials },
      { provider: "ecpay" as const, enabled: true, settings: { methods: "card atm", days: "5" }, credentials: shop },
      { provider: "offline" as const, enabled: true, settings: { instructions: names.site }, credentials: null },
      { provider: "test" as const, enabled: false, settings: {}, credentials: null },
    ],
  };
  const divergences = (["missing_here", "state_differs"] as const).map((kind, index) => ({
    kind,
    provider: "stripe",
    reference: names.host,
    orderId: index === 0 ? null : uuid,
    orderNumber: index === 0 ? null : order.number,
    ours: index === 0 ? null : "pending",
    theirs: "succeeded",
    isRepaired: index === 1,
  }));
  const preview = {
    amount: 440_000,
    left: 440_000,
    currency: "TWD",
    isByHand: false,
    items: [
      { name: names.client, keptBy: null, after: { kind: "until" as const, at: at(12) } },
      { name: names.client, keptBy: names.site, after: { kind: "end" as const } },
      { name: names.client, keptBy: null, after: { kind: "keep" as const } },
    ],
  };
  const policies = [
    { product: { type: "course" as const, id: uuid }, name: names.client, access: "period_end" as const },
    { product: { type: "event" as const, id: uuid }, name: null, access: "keep" as const },
  ];
  const total = { amount: 441_000, currency: "TWD" };
  const one = { id: "ord_01k9g2c8p4e6t0v3x5y7z9b1d3", number: order.number, status: "paid" as const, total };
  return [
    [
      "admin-orders",
      orderList(admin("orders"), {
        orders: [
          {
            ...one,
            buyer: names.person,
            memberId: "mbr_01k9g2c8p4e6t0v3x5y7z9b1d3",
            items: [names.client, names.site],
            placedAt: at(9),
          },
        ],
        filter: "paid",
        query: names.person,
        found: { by: "person", others: ["item", "number"] },
        memberId: undefined,
        pages: { next: "/admin/orders?cursor=x" },
      }),
    ],
    [
      "admin-orders-none",
      orderList(admin("orders"), {
        orders: [],
        filter: "all",
        query: "",
        found: undefined,
        memberId: undefined,
        pages: {},
      }),
    ],
    ...sampleRecordedSales(admin("orders"), names),
    [
      "admin-order",
      staffOrder(admin("orders"), {
        order: staff,
        addresses: ["/admin/course_plans/x"],
        vouchers: [],
        notice: "refunded",
      }),
    ],
    [
      "admin-order-wrong",
      staffOrder(admin("orders"), { order: staff, addresses: [], vouchers: [], typed: { amount: names.path } }),
    ],
    [
      "admin-refund-review",
      refundReview(admin("orders"), {
        order: staff,
        preview,
        typed: { amount: "4400", access: "period_end", reason: names.person },
      }),
    ],
    [
      "admin-refund-review-keep",
      refundReview(admin("orders"), {
        order: staff,
        preview: { ...preview, items: [], isByHand: true },
        typed: { amount: "4400" },
      }),
    ],
    [
      "admin-refund-policies",
      refundPolicies(admin("payments"), { policies, pages: {}, mayChange: true, notice: "saved" }),
    ],
    ["admin-refund-policies-none", refundPolicies(admin("payments"), { policies: [], pages: {}, mayChange: false })],
    [
      "admin-refund-policies-wrong",
      refundPolicies(admin("payments"), { policies: [], pages: {}, mayChange: true, typed: names.path }),
    ],
    [
      "admin-order-pending",
      staffOrder(admin("orders"), {
        addresses: [],
        vouchers: [],
        order: {
          ...staff,
          status: "pending",
          attention: null,
          refunds: [],
          refundable: 0,
          payments: [{ ...staff.payments[0]!, status: "pending" }],
        },
      }),
    ],
    ["admin-payments-manager", paymentSettings(admin("payments"), { settings, isSaved: false, mayChange: false })],
    ["admin-payments", paymentSettings(admin("payments"), { settings, isSaved: true, mayChange: true })],
    [
      "admin-stripe-manager",
      paymentCredentials(admin("payments"), { mayChange: false, provider: "stripe", credentials, webhook }),
    ],
    [
      "admin-stripe",
      paymentCredentials(admin("payments"), { mayChange: true, provider: "stripe", credentials, webhook }),
    ],
    [
      "admin-stripe-wrong",
      paymentCredentials(admin("payments"), {
        mayChange: true,
        provider: "stripe",
        credentials: empty,
        webhook,
        wrong: "secretKey",
      }),
    ],
    [
      "admin-stripe-removal-refused",
      paymentCredentials(admin("payments"), {
        mayChange: true,
        provider: "stripe",
        credentials,
        webhook,
        wrong: "renewing",
      }),
    ],
    [
      "admin-stripe-removal-wrong",
      paymentCredentials(admin("payments"), {
        mayChange: true,
        provider: "stripe",
        credentials,
        webhook,
        wrong: "removal",
      }),
    ],
    [
      "admin-reconciliation",
      reconciliationPage(admin("payments"), {
        isRunning: false,
        finishedAt: at(9),
        result: { compared: 12, unanswered: 2, isTruncated: true, divergences },
      }),
    ],
    ["admin-reconciliation-none", reconciliationPage(admin("payments"), unreachable)],
    ["admin-reconciliation-running", reconciliationPage(admin("payments"), { ...unreachable, isRunning: true })],
    [
      "admin-provider-events",
      providerEvents(admin("payments"), {
        events: providerEventRows(uuid, order.number, at(9)),
        filter: "all",
        notice: "failed",
        pages: { next: "/admin/payments/events?cursor=x" },
      }),
    ],
    ["admin-provider-events-none", providerEvents(admin("payments"), { events: [], filter: "failed", pages: {} })],
    ["admin-ecpay", paymentCredentials(admin("payments"), { mayChange: true, provider: "ecpay", credentials: shop })],
    [
      "admin-ecpay-wrong",
      paymentCredentials(admin("payments"), {
        mayChange: true,
        provider: "ecpay",
        credentials: empty,
        wrong: "merchantId",
      }),
    ],
    [
      "admin-payments-wrong",
      paymentSettings(admin("payments"), {
        settings,
        isSaved: false,
        mayChange: true,
        typed: { taxRate: "5,2,5" },
        wrong: ["taxRate"],
      }),
    ],
  ];
}
