import * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import { Money } from "#domain/platform/fields.ts";
import { formatId, parseId } from "#domain/platform/ids.ts";
import { decodeCursor, encodeCursor } from "#domain/platform/listing/cursor.ts";
import { forAnyone, operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { nilUuid } from "#lib/ids/nil-uuid.ts";
import { trimmed } from "#lib/wire/trimmed.ts";
import { bestOffers, isSoldKind } from "../documents/pricing.ts";
import { itemKinds, type ItemKind, sources } from "./item-kinds.ts";
import { readItem } from "./items.ts";
import { type FoundItem, itemsWithWords, type SearchPosition } from "./items-with-words.ts";
import { similarItems } from "./similar-items.ts";

/** Some MCP clients, such as ChatGPT connectors, require exactly these field names. */
const Hit = z.object({ id: z.string(), title: z.string(), url: z.string() });

const SearchHit = Hit.extend({
  price: Money.nullable().optional().meta({ description: "The lowest price. Null if it is free." }),
  enrollUrl: z.string().optional().meta({ description: "Page where a signed-in person enrolls or pays" }),
});

export const searchCatalog = operation({
  name: "searchCatalog",
  summary: "Search the public catalog",
  reads: forAnyone,
  input: z.object({
    query: trimmed().min(1).max(200),
    types: z.array(z.enum(itemKinds)).min(1).max(itemKinds.length).optional(),
    limit: z.number().int().min(1).max(50).default(10),
    cursor: z.string().max(1000).optional(),
  }),
  output: z.object({
    results: z.array(SearchHit),
    similar: z
      .boolean()
      .optional()
      .meta({ description: "True if no item has all words: the results have some of them, or similar words" }),
    nextCursor: z.string().optional().meta({ description: "Cursor of the next page, if there is one" }),
  }),
  async run(context, { query, types, limit, cursor }) {
    const list = { query, types };
    const kinds = itemKinds.filter((kind) => types?.includes(kind) ?? true);
    const start = cursor === undefined ? undefined : startOf(cursor, list);
    if (start?.offset !== undefined) return similarPage(context, list, { kinds, limit, offset: start.offset });
    const begin = start?.position;
    const found = await Promise.all(
      (begin ? kinds.slice(kinds.indexOf(begin.kind)) : kinds).map((kind) =>
        itemsWithWords(context, kind, query, limit + 1, begin?.kind === kind ? begin : undefined),
      ),
    );
    const all = found.flat();
    if (all.length === 0 && !begin) return similarPage(context, list, { kinds, limit, offset: 0 });
    const pageRows = all.slice(0, limit);
    const last = pageRows.at(-1);
    return {
      results: await serializeHits(context, pageRows),
      ...(all.length > limit &&
        last && { nextCursor: encodeCursor({ value: `${last.kind} ${last.weight}`, id: last.id }, list) }),
    };
  },
});

/** Results of some kinds that have all words. Costs less than `searchCatalog`, which also searches for similar words. */
export const searchByWords = operation({
  name: "searchByWords",
  summary: "Search the public catalog for items with all words",
  reads: forAnyone,
  input: z.object({
    query: trimmed().min(1).max(200),
    types: z.array(z.enum(itemKinds)).min(1).max(itemKinds.length),
    limit: z.number().int().min(1).max(50).default(10),
  }),
  output: z.object({ results: z.array(SearchHit) }),
  async run(context, { query, types, limit }) {
    const found = await Promise.all(types.map((kind) => itemsWithWords(context, kind, query, limit, undefined)));
    return { results: await serializeHits(context, found.flat().slice(0, limit)) };
  },
});

interface List {
  query: string;
  types: readonly ItemKind[] | undefined;
}

/** A page of the items that have some of the words, or similar words. They are few, so that an offset is cheap. */
async function similarPage(
  context: Context,
  list: List,
  { kinds, limit, offset }: { kinds: readonly ItemKind[]; limit: number; offset: number },
) {
  const found = await similarItems(context, list.query, kinds);
  const end = offset + limit;
  return {
    results: await serializeHits(context, found.slice(offset, end)),
    ...(found.length > 0 && { similar: true }),
    ...(found.length > end && { nextCursor: encodeCursor({ value: end, id: nilUuid }, list) }),
  };
}

async function serializeHits(context: Context, items: readonly FoundItem[]): Promise<z.output<typeof SearchHit>[]> {
  const offers = await Promise.all(
    itemKinds.filter(isSoldKind).map((kind) => {
      const ids = items.filter((item) => item.kind === kind).map(({ id }) => id);
      return bestOffers(context, kind, ids);
    }),
  );
  const offerOf = (id: string) => offers.map((each) => each.get(id)).find((offer) => offer !== undefined);
  return items.map(({ kind, id, title, segment }) => ({
    id: formatId(sources[kind].idKind, id),
    title,
    url: `${context.site.origin}${sources[kind].folder}${segment}`,
    ...offerOf(id),
  }));
}

/**
 * Returns where a page starts: after an item, or at an offset among similar items. Trusts the position, because the
 * digest of the cursor proves that it belongs to this search.
 */
function startOf(cursor: string, list: List): { position?: SearchPosition; offset?: number } {
  const { value, id } = decodeCursor(cursor, list);
  if (typeof value === "number") return { offset: Math.max(0, Math.trunc(value)) };
  const [kind, weight] = value.split(" ");
  const itemKind = itemKinds.find((name) => name === kind);
  return itemKind ? { position: { kind: itemKind, weight: Number(weight) || 0, id } } : {};
}

export const fetchCatalogItem = operation({
  name: "fetchCatalogItem",
  summary: "Retrieve a search result in full",
  reads: forAnyone,
  input: z.object({ id: z.string().max(100) }),
  output: Hit.extend({ text: z.string(), metadata: z.record(z.string(), z.string()) }),
  async run(context, { id }) {
    for (const kind of itemKinds) {
      const uuid = parseId(sources[kind].idKind, id);
      if (uuid) return { ...(await readItem(context, kind, { id: uuid })), id };
    }
    throw notFound("item", id);
  },
});

/** For callers that know the address of a resource, not its ID. */
export const readCatalogItem = operation({
  name: "readCatalogItem",
  summary: "Retrieve a public resource by kind and slug",
  reads: forAnyone,
  input: z.object({ kind: z.enum(itemKinds), slug: z.string().min(1).max(200) }),
  output: Hit.extend({ text: z.string(), metadata: z.record(z.string(), z.string()) }),
  async run(context, { kind, slug }) {
    const item = await readItem(context, kind, { slug });
    return { ...item, id: formatId(sources[kind].idKind, item.id) };
  },
});

/** Slugs that start with a prefix, for the completion of resource URIs. */
export const completeCatalogItem = operation({
  name: "completeCatalogItem",
  summary: "Complete the slug of a public resource",
  reads: forAnyone,
  input: z.object({ kind: z.enum(itemKinds), slug: z.string().max(200) }),
  output: z.object({ slugs: z.array(z.string()), hasMore: z.boolean() }),
  async run({ db, site, now }, { kind, slug }) {
    const { table, segment, isListed, folder } = sources[kind];
    const prefix = `${folder === "" ? "/" : ""}${slug}`;
    const found = await db.many<{ segment: string }>`
      select ${segment} as segment from ${table}
       where ${table}.site_id = ${site.id} and ${segment} >= ${prefix} and ${segment} < ${`${prefix}\u{10FFFD}`}
         and starts_with(${segment}, ${prefix})
         and ${isListed(now)}
       order by ${segment} limit ${maxCompletions + 1}`;
    const slugs = found.slice(0, maxCompletions).map((item) => item.segment.replace(/^\//, ""));
    return { slugs, hasMore: found.length > maxCompletions };
  },
});

/** Limit of MCP for completion values: 100. */
const maxCompletions = 100;
