import { formatId } from "#domain/platform/ids.ts";
import type { AdminSectionName } from "#pages/admin/sections.ts";
import type { AdminPage } from "#pages/views/admin/layout.ts";
import type { PageContext } from "#pages/views/parts/page-context.ts";
import { checkoutFormPage } from "#pages/views/public/checkout-form.ts";
import { checkoutPage, type CheckoutView } from "#pages/views/public/checkout.ts";
import { orderPage } from "#pages/views/public/order.ts";
import { ordersPage } from "#pages/views/public/orders.ts";
import { testPaymentPage } from "#pages/views/public/test-payment.ts";
import { sampleAgreements, sampleSubscriptions } from "./sample-subscriptions.ts";
import { samplePageShell } from "./sample-public.ts";
import { sampleOthers, sampleVouchers } from "./sample-vouchers.ts";
import { samplePayments } from "./sample-payments.ts";
import type { Names } from "./sample-views.ts";

const at = (hour: number) => new Date(Date.UTC(2026, 10, 18, hour, 5));
const uuid = "01a20996-85af-7509-90fe-5c10efa1da62";

/** Checkout and orders of members, and orders and payments of the staff. */
export function sampleCheckout(
  visitor: PageContext,
  member: PageContext,
  admin: (section: AdminSectionName) => AdminPage,
  names: Names,
): [string, string][] {
  const [anonymous, page] = [visitor, member].map((each) => ({
    ...each,
    shell: samplePageShell(names),
    path: "/checkout",
  })) as [Parameters<typeof checkoutPage>[0], Parameters<typeof checkoutPage>[0]];
  const view: CheckoutView = {
    checkout: {
      name: names.client,
      path: "/courses/knots",
      price: { amount: 490_000, currency: "TWD" },
      terms: "441000 TWD",
      quote: { currency: "TWD", subtotal: 490_000, discount: 49_000, reduction: "coupon", tax: 21_000, total: 441_000 },
      memberPercent: 0,
      later: null,
      taxRate: 525,
      taxName: names.site,
      otherPlans: [names.person],
      includedIn: { plan: names.person, path: "/learn/knots/continue" },
      moneyBackDays: 14,
      coupon: { code: "SPRING-25", refusal: null },
      providers: ["offline", "test"],
      offers: { gift: true, seats: true },
      availability: "available",
    },
    item: "cpl_01k9g2c8p4e6t0v3x5y7z9b1d3",
    key: "co_0123456789abcdef",
    time: undefined,
    needsAccount: false,
    switchFrom: uuid,
  };
  const time = { startsAt: at(9), endsAt: at(10), timeZone: "Asia/Taipei", format: "online" } as const;
  const session = { path: "/consulting/hour", left: 1, booked: [time], held: null };
  const held = { ...time, heldUntil: at(11), isOver: false };
  const { checkout } = view;
  const others = sampleOthers(names);
  const rhythm = { interval: "month" as const, intervalCount: 1, payments: null, trialDays: 0 };
  const later = { ...rhythm, next: 441_000, amount: 490_000, discounted: 2 };
  const order: Parameters<typeof orderPage>[1] = {
    id: uuid,
    number: "K7M2Q4X9RT",
    status: "paid",
    currency: "TWD",
    subtotal: 490_000,
    discountTotal: 49_000,
    taxTotal: 21_000,
    total: 441_000,
    refundedTotal: 1000,
    couponCode: "SPRING-25",
    receiptNumber: "2026-000017",
    placedAt: at(9),
    paidAt: at(10),
    expiresAt: null,
    heldUntil: null,
    buyer: { name: names.person, email: names.email },
    seller: { name: names.site, address: names.path, taxId: "12345678", taxName: "VAT" },
    taxRate: 525,
    lines: [{ name: names.client, amount: 441_000, discountAmount: 49_000, path: "/learn/knots", isForOthers: false }],
    orderAgain: null,
    held: null,
    payment: { id: uuid, provider: "test", status: "succeeded", checkoutUrl: null, instructions: null },
  };
  const pending = { ...order, status: "pending" as const, receiptNumber: null, paidAt: null, expiresAt: at(11) };
  const instructions = { text: `${names.site}\n${names.client}`, reference: order.number };
  const transfer = { ...order.payment!, provider: "offline", status: "pending", instructions };
  const awaiting = (instructions: Record<string, string>) => ({
    ...pending,
    payment: { ...transfer, provider: "ecpay", instructions: { ...instructions, payUntil: at(12).toISOString() } },
  });
  const form = { action: "https://payment.ecpay.example/Cashier/AioCheckOut/V5", fields: { ItemName: names.client } };
  const one = { id: uuid, number: order.number, status: "paid" as const, currency: "TWD", total: 441_000 };
  const test = {
    paymentId: formatId("payment", uuid),
    amount: { amount: 441_000, currency: "TWD" },
    order: "/orders/x",
  };
  return [
    ["checkout", checkoutPage(page, view)],
    ["checkout-visitor", checkoutPage(anonymous, { ...view, checkout: { ...checkout, coupon: null } })],
    [
      "checkout-refused",
      checkoutPage(page, {
        ...view,
        checkout: { ...checkout, coupon: { code: "OLD", refusal: "expired" }, taxName: null },
        problem: "changed",
      }),
    ],
    ["checkout-sold-out", checkoutPage(page, { ...view, checkout: { ...checkout, availability: "sold_out" } })],
    ["checkout-time", checkoutPage(page, { ...view, time })],
    ["checkout-time-gone", checkoutPage(page, { ...view, time: "gone" })],
    ["order-session", orderPage(page, order, { failure: undefined, session })],
    ["order-held", orderPage(page, pending, { failure: undefined, session: { ...session, held } })],
    ["checkout-owned", checkoutPage(page, { ...view, checkout: { ...checkout, availability: "owned" } })],
    ["checkout-no-methods", checkoutPage(page, { ...view, checkout: { ...checkout, providers: [] } })],
    ["order", orderPage(page, order, { failure: undefined })],
    ["order-pending", orderPage(page, pending, { failure: "unreachable" })],
    ["order-transfer", orderPage(page, { ...pending, payment: transfer }, { failure: undefined })],
    [
      "order-atm",
      orderPage(page, awaiting({ method: "atm", bankCode: "118", account: "9103522850" }), { failure: undefined }),
    ],
    ["order-cvs", orderPage(page, awaiting({ method: "cvs", code: "GW230412345678" }), { failure: undefined })],
    ["checkout-form", checkoutFormPage(page, { form, provider: "ecpay", amount: test.amount, order: test.order })],
    [
      "order-expired",
      orderPage(page, { ...pending, status: "expired", orderAgain: "/checkout?item=cpl_1" }, { failure: undefined }),
    ],
    ["order-refunded", orderPage(page, { ...order, status: "refunded" }, { failure: undefined })],
    [
      "orders",
      ordersPage(page, {
        agreements: Object.values(sampleAgreements(names)),
        orders: [{ ...one, names: [names.client], placedAt: at(9) }],
        pages: { next: "/orders?cursor=x" },
      }),
    ],
    ["orders-none", ordersPage(page, { agreements: [], orders: [], pages: {} })],
    ...sampleSubscriptions(page, names),
    ["checkout-renews", checkoutPage(page, { ...view, checkout: { ...checkout, later } })],
    [
      "checkout-trial",
      checkoutPage(page, {
        ...view,
        checkout: {
          ...checkout,
          quote: { ...checkout.quote, total: 0 },
          later: { ...later, trialDays: 14, next: 490_000 },
        },
      }),
    ],
    [
      "checkout-installments",
      checkoutPage(page, { ...view, checkout: { ...checkout, later: { ...later, payments: 6 } } }),
    ],
    ["checkout-gift", checkoutPage(page, { ...view, others: others.gift, problem: "recipient" })],
    ["checkout-seats", checkoutPage(page, { ...view, others: others.seats })],
    ...sampleVouchers(page, anonymous, names),
    ["test-payment", testPaymentPage(page, { ...test, isPending: true })],
    ["test-payment-over", testPaymentPage(page, { ...test, isPending: false })],
    ...samplePayments(admin, names, order),
  ];
}
