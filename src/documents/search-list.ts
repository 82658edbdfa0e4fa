import { searchCatalog } from "#domain/public-catalog/search/search.ts";
import type { ItemKind } from "#domain/public-catalog/search/item-kinds.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { perform } from "#domain/platform/operation.ts";
import type { MayFindSimilar } from "#http/similar-searches.ts";
import { type ItemPage, type ListName, type ListRequest, lists } from "./lists.ts";

/** Lists with a search, by what they search. */
const searched: Partial<Record<ListName, ItemKind>> = {
  courses: "course",
  events: "event",
  posts: "post",
  lecturers: "lecturer",
  "digital-products": "digital_product",
  consulting: "consulting_service",
};

/** Reads a page of a list. A search without results finds similar items, as on the page of the list. */
export async function readList(
  context: RequestContext,
  list: ListName,
  requested: ListRequest,
  { past, mayFindSimilar }: { past: boolean; mayFindSimilar: MayFindSimilar },
): Promise<ItemPage> {
  const page = await lists[list].read(context, requested, past);
  const { q: query, tag, cursor, limit } = requested;
  const kind = searched[list];
  const isWhole = query !== undefined && tag === undefined && cursor === undefined && !past;
  if (page.items.length > 0 || !isWhole || kind === undefined) return page;
  if (!(await mayFindSimilar(context))) return page;
  const { results, similar } = await perform(searchCatalog, context, { query, types: [kind], limit: maxSimilar });
  if (results.length === 0) return page;
  const best = new Map(results.map(({ url }, index) => [url, index]));
  const { items } = await lists[list].read(context, { limit, ids: results.map(({ id }) => id) });
  const rank = ({ url }: { url: string }) => best.get(url) ?? results.length;
  return { items: items.toSorted((one, other) => rank(one) - rank(other)), nextCursor: null, similar };
}

/** The maximum of one page of the search. */
const maxSimilar = 50;
