import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { anyIdOf, anyOf, changeTimes, range, withoutIndex } from "#domain/platform/listing/filters.ts";
import { listing, mapPage, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import {
  moneyStatuses,
  Payment,
  type PaymentRow,
  serializePayment,
  serializeRefund,
  Refund,
  type RefundRow,
} from "./payment.ts";
import { paymentProviders } from "#domain/site/selling/payment-provider.ts";
import { findOrder, findPayment, findRefund, paymentColumns, refundColumns } from "./queries.ts";

const paid = sql`coalesce(payments.paid_at, 'infinity')`;

const ofPayments = {
  kind: "payment",
  table: sql`payments`,
  columns: paymentColumns,
  defaultSort: "-createdAt",
  sorts: { createdAt: "timestamptz", updatedAt: "timestamptz", paidAt: "timestamptz or infinity" },
} as const;

const payments = listing<PaymentRow>({
  ...ofPayments,
  filters: {
    orderId: anyIdOf(Id("order"), sql`payments.order_id`),
    subscriptionId: anyIdOf(Id("subscription"), sql`payments.subscription_id`),
    status: anyOf(z.enum(moneyStatuses), sql`payments.status`),
    provider: anyOf(z.enum(paymentProviders), sql`payments.provider`),
    paidAt: range(Instant, sql`payments.paid_at`, paid),
    ...changeTimes(sql`payments`),
  },
});

const paymentsOfOrder = listing<PaymentRow>({
  ...ofPayments,
  sorts: { createdAt: ofPayments.sorts.createdAt },
  filters: { status: withoutIndex(anyOf(z.enum(moneyStatuses), sql`payments.status`)) },
});

const refunds = listing<RefundRow>({
  kind: "refund",
  table: sql`refunds`,
  columns: refundColumns,
  defaultSort: "-createdAt",
  sorts: { createdAt: "timestamptz", updatedAt: "timestamptz" },
  filters: {
    orderId: anyIdOf(Id("order"), sql`refunds.order_id`),
    status: anyOf(z.enum(moneyStatuses), sql`refunds.status`),
    ...changeTimes(sql`refunds`),
  },
});

export const listPayments = operation({
  name: "listPayments",
  summary: "List payments",
  description: "Includes failed attempts.",
  reads: "orders:read",
  input: payments.input,
  output: pageSchemaOf(Payment),
  run: async (context, input) => mapPage(await payments.page(context, input), serializePayment),
});

export const listOrderPayments = operation({
  name: "listOrderPayments",
  summary: "List the payments of an order",
  reads: "orders:read",
  input: paymentsOfOrder.input.extend({ id: Id("order") }),
  output: pageSchemaOf(Payment),
  async run(context, { id, ...input }) {
    if (!(await findOrder(context, id))) throw notFound("order", formatId("order", id));
    return mapPage(
      await paymentsOfOrder.page(context, input, { of: sql`payments.order_id = ${id}` }),
      serializePayment,
    );
  },
});

export const getPayment = operation({
  name: "getPayment",
  summary: "Retrieve a payment",
  reads: "orders:read",
  input: z.object({ id: Id("payment") }),
  output: Payment,
  async run(context, { id }) {
    const payment = await findPayment(context, id);
    if (!payment) throw notFound("payment", formatId("payment", id));
    return serializePayment(payment);
  },
});

export const listRefunds = operation({
  name: "listRefunds",
  summary: "List refunds",
  reads: "orders:read",
  input: refunds.input,
  output: pageSchemaOf(Refund),
  run: async (context, input) => mapPage(await refunds.page(context, input), serializeRefund),
});

export const getRefund = operation({
  name: "getRefund",
  summary: "Retrieve a refund",
  reads: "orders:read",
  input: z.object({ id: Id("refund") }),
  output: Refund,
  async run(context, { id }) {
    const refund = await findRefund(context, id);
    if (!refund) throw notFound("refund", formatId("refund", id));
    return serializeRefund(refund);
  },
});
