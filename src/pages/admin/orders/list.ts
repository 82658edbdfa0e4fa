import type { FastifyInstance } from "fastify";
import type * as z from "zod";
import { listOrders } from "#domain/sales/orders/list-orders.ts";
import type { Order } from "#domain/sales/orders/order.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { formatId, parseId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { type OrderFilter, orderFilters, orderList, type OrderRow } from "../../views/admin/orders/orders.ts";
import { adminPageOf } from "../parts/page-request.ts";
import { cursorIn, pagesOf } from "../parts/paging.ts";
import { getPage } from "../parts/routes.ts";
import { adminSections } from "../sections.ts";
import { findOrders, foundBy } from "./find-orders.ts";

const { path } = adminSections.orders;
const perPage = 30;

/** GET /admin/orders: orders by state, of one member, or found by their number, buyer or item. */
export function listPage(app: FastifyInstance): void {
  getPage(app, path, async (pageRequest, request) => {
    const { context } = pageRequest;
    const { status, q, by, member_id: member, cursor } = request.query;
    const query = typeof q === "string" ? q.trim().slice(0, 200) : "";
    const search =
      query === ""
        ? undefined
        : await findOrders(
            context,
            query,
            foundBy.find((name) => name === by),
          );
    const memberId = typeof member === "string" && parseId("member", member) !== undefined ? member : undefined;
    const isNarrowed = query !== "" || memberId !== undefined;
    const requested = orderFilters.find((name) => name === status) ?? "all";
    const filter = isNarrowed && requested === "attention" ? "all" : requested;
    const narrowing = { ...search?.narrowing, ...(memberId && { memberId: [memberId] }) };
    const { orders, nextCursor } = search?.isEmpty
      ? { orders: [], nextCursor: null }
      : await read(context, { filter, narrowing, cursor });
    const filters = { status: filter, q: query, by: search?.by, member_id: memberId };
    const view = {
      orders,
      filter,
      query,
      found: search && { by: search.by, others: search.others },
      memberId,
      pages: pagesOf(path, filters, nextCursor, cursor),
    };
    return orderList(adminPageOf(pageRequest, "orders"), view);
  });
}

interface Read {
  filter: OrderFilter;
  narrowing: object;
  cursor: string | undefined;
}

async function read(context: RequestContext, { filter, narrowing, cursor }: Read) {
  const range = { limit: perPage, ...cursorIn(cursor) };
  const { listOrdersWithAttention } = await adminOperations.orders();
  if (filter === "attention") {
    const { orders, nextCursor } = await perform(listOrdersWithAttention, context, range);
    const ids = orders.map(({ id }) => formatId("order", id));
    const { data } = ids.length === 0 ? { data: [] } : await perform(listOrders, context, { ids, limit: perPage });
    const byId = new Map(data.map((order) => [order.id, order]));
    return { orders: orders.flatMap(({ id }) => byId.get(id) ?? []).map(rowOf), nextCursor };
  }
  const status = { pending: ["pending"], paid: ["paid", "partially_refunded"], all: undefined }[filter];
  const { data, page } = await perform(listOrders, context, { ...range, ...narrowing, ...(status && { status }) });
  return { orders: data.map(rowOf), nextCursor: page.nextCursor };
}

const rowOf = ({
  id,
  number,
  status,
  total,
  placedAt,
  memberId,
  name,
  email,
  lineItems,
}: z.output<typeof Order>): OrderRow => ({
  id: formatId("order", id),
  number,
  status,
  total,
  placedAt,
  memberId: formatId("member", memberId),
  buyer: name ?? email ?? null,
  items: lineItems.map((line) => line.name),
});
