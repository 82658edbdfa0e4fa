import { exampleId } from "#domain/platform/ids.ts";
import type { Examples, ResourceExamples } from "./examples.ts";

const usd = (amount: number) => ({ amount, currency: "USD" });

export const orderExamples: Examples = {
  recordSale: {
    email: "ana@school.example",
    name: "Ana",
    line_items: [{ product_id: exampleId("digitalProduct"), unit_amount: usd(900) }],
    provider_reference: "Transfer 4711",
    paid_at: "2025-11-20T19:55:00.000Z",
  },
  recordRefund: { order_id: exampleId("order"), reason: "Bought twice", revoke_access: true },
};

export const orderResources: ResourceExamples = {
  order: {
    number: "2025-001207",
    status: "paid",
    kind: "checkout",
    currency: "USD",
    subtotal: usd(4900),
    discount_total: usd(1225),
    tax_total: usd(0),
    total: usd(3675),
    refunded_total: usd(0),
    coupon: { id: exampleId("coupon"), code: "SPRING-25" },
    invoice: { number: "INV-1207", url: null },
    placed_at: "2025-11-20T19:50:00.000Z",
    paid_at: "2025-11-20T19:55:00.000Z",
    expires_at: null,
    created_at: "2025-11-20T19:50:00.000Z",
  },
  OrderLine: {
    product_type: "course_plan",
    product_id: exampleId("coursePlan"),
    name: "The night sky: Spring",
    quantity: 1,
    unit_amount: usd(4900),
    discount_amount: usd(1225),
    tax_amount: usd(0),
    amount: usd(3675),
    fulfilled_at: "2025-11-20T19:55:00.000Z",
  },
  payment: {
    provider: "stripe",
    method: "card",
    status: "succeeded",
    amount: usd(3675),
    fee: usd(137),
    card: { brand: "visa", last4: "4242" },
    provider_reference: "pi_3PqL2e2eZvKYlo2C",
    paid_at: "2025-11-20T19:55:00.000Z",
    created_at: "2025-11-20T19:50:00.000Z",
  },
  refund: {
    payment_id: exampleId("payment"),
    status: "succeeded",
    amount: usd(1000),
    reason: "One evening fell through",
    created_at: "2025-11-20T19:55:00.000Z",
  },
};
