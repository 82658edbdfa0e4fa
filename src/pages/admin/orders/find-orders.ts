import type { RequestContext } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { listMembers } from "#domain/people/members/list-members.ts";
import { memberStatuses } from "#domain/people/members/member.ts";
import { perform } from "#domain/platform/operation.ts";
import { listOrders } from "#domain/sales/orders/list-orders.ts";
import { adminOperations } from "#operations/admin-operations.ts";

/** Fields that a search can match, in the order in which they are tried. */
export const foundBy = ["number", "person", "item"] as const;
export type FoundBy = (typeof foundBy)[number];

const maxNamedMatches = 50;

export interface OrderSearch {
  by: FoundBy;
  /** Other things that the text matches. */
  others: readonly FoundBy[];
  /** Filters of the list. */
  narrowing: object;
  /** Nothing matches. */
  isEmpty: boolean;
}

/** Finds what a text means: the number of an order, the name or address of a person, or the name of an item. */
export async function findOrders(context: RequestContext, q: string, chosen?: FoundBy): Promise<OrderSearch> {
  const filters: Record<FoundBy, object | undefined> = {
    number: await byNumber(context, q),
    person: await byPerson(context, q),
    item: await byItem(context, q),
  };
  const matching = foundBy.filter((name) => filters[name]);
  const by = matching.find((name) => name === chosen) ?? matching[0];
  return {
    by: by ?? "person",
    others: matching.filter((name) => name !== by),
    narrowing: (by && filters[by]) ?? {},
    isEmpty: by === undefined,
  };
}

async function byNumber(context: RequestContext, q: string): Promise<object | undefined> {
  const number = q.slice(0, 100);
  const { data } = await perform(listOrders, context, { number, limit: 1 });
  return data.length === 0 ? undefined : { number };
}

async function byPerson(context: RequestContext, q: string): Promise<object | undefined> {
  const { data } = await perform(listMembers, context, { q, status: [...memberStatuses], limit: maxNamedMatches });
  return data.length === 0 ? undefined : { memberId: data.map(({ id }) => formatId("member", id)) };
}

async function byItem(context: RequestContext, q: string): Promise<object | undefined> {
  const { listProductsToSell } = await adminOperations.orders();
  const { products } = await perform(listProductsToSell, context, {});
  const text = q.toLowerCase();
  const ids = products.filter(({ name }) => name.toLowerCase().includes(text)).map(({ id }) => id);
  return ids.length === 0 ? undefined : { productId: ids.slice(0, maxNamedMatches) };
}
