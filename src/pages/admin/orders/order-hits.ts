import type { RequestContext } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { listOrders } from "#domain/sales/orders/list-orders.ts";
import { formatMoney } from "#lib/text/format-money.ts";
import { textFor } from "../../text/catalogue.ts";
import type { AdminPage } from "../../views/admin/admin-page.ts";
import { dayText } from "../../views/parts/dates.ts";
import { type HitGroup, maxHitsPerKind } from "../palette/search-hit.ts";
import type { AdminPageRequest } from "../parts/page-request.ts";
import { adminSections } from "../sections.ts";
import { findOrders } from "./find-orders.ts";

const { path } = adminSections.orders;

/** Finds orders by their number, buyer or item, newest first, as the list of orders does. */
export async function orderHits({ context }: AdminPageRequest, page: AdminPage, query: string): Promise<HitGroup[]> {
  const orders = await ifPermitted(async () => ordersLike(context, query));
  if (orders.length === 0) return [];
  const { admin, public: text } = textFor(page.locale);
  const hits = orders.map((order) => ({
    name: order.number,
    href: `${path}/${formatId("order", order.id)}`,
    detail: [
      ...order.lineItems.map(({ name }) => name),
      formatMoney(page.locale, order.total),
      dayText(page, order.placedAt),
      text.checkout.orders.status[order.status],
    ].join(" · "),
  }));
  const more = orders.length === maxHitsPerKind && { more: `${path}?q=${encodeURIComponent(query)}` };
  return [{ name: admin.resources.orders.section.name, hits, ...more }];
}

/** A text can be part of the address of people who have not ordered, and of the name of an item. */
async function ordersLike(context: RequestContext, query: string) {
  const search = await findOrders(context, query);
  if (search.isEmpty) return [];
  const { data } = await perform(listOrders, context, { ...search.narrowing, limit: maxHitsPerKind });
  if (data.length > 0) return data;
  for (const other of search.others) {
    const { narrowing } = await findOrders(context, query, other);
    const { data: others } = await perform(listOrders, context, { ...narrowing, limit: maxHitsPerKind });
    if (others.length > 0) return others;
  }
  return [];
}

/** Roles without orders, products to sell or members find none. */
async function ifPermitted<Item>(find: () => Promise<Item[]>): Promise<Item[]> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof Problem) return [];
    throw error;
  }
}
