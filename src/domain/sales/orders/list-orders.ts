import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { Currency } from "#domain/platform/fields.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import {
  anyIdOf,
  anyOf,
  changeTimes,
  equalTo,
  exactly,
  joinedToAny,
  matching,
  oneOf,
  range,
  withoutIndex,
  withPredicate,
} from "#domain/platform/listing/filters.ts";
import { listing, mapPage, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { EmailAddress } from "#domain/platform/email.ts";
import { requireScopes } from "#domain/platform/callers/authorize.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { memberWithAddress } from "#domain/people/members/queries.ts";
import { trimmed } from "#lib/wire/trimmed.ts";
import { Order, type OrderRecord, orderStatuses, serializeOrder } from "./order.ts";
import { paymentProviders } from "#domain/site/selling/payment-provider.ts";
import { OrderedId, orderedTypes } from "./product-id.ts";
import { findOrder, listLinesOf, orderColumns, orderPerson } from "./queries.ts";

const payment = sql`coalesce(orders.paid_at, 'infinity')`;

const orders = listing<OrderRecord>({
  kind: "order",
  table: sql`orders`,
  columns: orderColumns,
  joins: orderPerson,
  defaultSort: "-createdAt",
  sorts: { createdAt: "timestamptz", updatedAt: "timestamptz", paidAt: "timestamptz or infinity", total: "bigint" },
  filters: {
    status: anyOf(z.enum(orderStatuses), sql`orders.status`),
    memberId: anyIdOf(Id("member"), sql`orders.member_id`),
    email: matching(EmailAddress, (email, site) => equalTo(sql`orders.member_id`, memberWithAddress(site, email))),
    number: exactly(trimmed().min(1).max(100), sql`orders.number`),
    productType: matching(z.array(z.enum(orderedTypes)).min(1).max(orderedTypes.length), (types, { id }) => ({
      column: sql`orders.id`,
      table: sql`order_lines`,
      by: sql`order_lines.order_id`,
      condition: sql`order_lines.site_id = ${id} and order_lines.product_type = any(${types})`,
    })),
    productId: joinedToAny(OrderedId, {
      column: sql`orders.id`,
      table: sql`order_lines`,
      by: sql`order_lines.order_id`,
      key: sql`order_lines.product_id`,
    }),
    couponCode: matching(trimmed().min(1).max(40), (code) =>
      equalTo(sql`orders.coupon_code`, sql`${code.toUpperCase()}`),
    ),
    provider: matching(z.array(z.enum(paymentProviders)).min(1).max(paymentProviders.length), (providers, { id }) => ({
      column: sql`orders.id`,
      table: sql`payments`,
      by: sql`payments.order_id`,
      condition: sql`payments.site_id = ${id} and payments.provider = any(${providers}) and payments.deleted_at is null`,
      inOrder: withPredicate(oneOf(sql`payments.provider`, providers, sql`text[]`), sql`payments.deleted_at is null`),
    })),
    currency: withoutIndex(anyOf(Currency, sql`orders.currency`)),
    total: range(z.number().int().min(0).max(1_000_000_000_000), sql`orders.total`),
    paidAt: range(Instant, sql`orders.paid_at`, payment),
    ...changeTimes(sql`orders`),
  },
});

export const listOrders = operation({
  name: "listOrders",
  summary: "List orders",
  description: "Includes the line items. The customer is included only with `members:read`.",
  reads: "orders:read",
  input: orders.input,
  output: pageSchemaOf(Order),
  async run(context, input) {
    // Filtering by email address reveals who placed an order, so it requires the right to read members.
    if ("email" in input && input.email !== undefined) requireScopes(context.caller, ["orders:read", "members:read"]);
    const page = await orders.page(context, input);
    const found = await listLinesOf(
      context,
      page.data.map(({ id }) => id),
    );
    const lines = Map.groupBy(found, ({ orderId }) => orderId);
    return mapPage(page, (order) => serializeOrder(context, order, lines.get(order.id) ?? []));
  },
});

export const getOrder = operation({
  name: "getOrder",
  summary: "Retrieve an order",
  description: "Includes the line items.",
  reads: "orders:read",
  input: z.object({ id: Id("order") }),
  output: Order,
  async run(context, { id }) {
    const order = await findOrder(context, id);
    if (!order) throw notFound("order", formatId("order", id));
    return serializeOrder(context, order, await listLinesOf(context, [id]));
  },
});
