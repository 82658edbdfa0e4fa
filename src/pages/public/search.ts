import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ItemKind } from "#domain/public-catalog/search/item-kinds.ts";
import { searchByWords, searchCatalog } from "#domain/public-catalog/search/search.ts";
import { perform } from "#domain/platform/operation.ts";
import type { MayFindSimilar } from "#http/similar-searches.ts";
import { typedKeys } from "#lib/json/typed-object.ts";
import { type Card, pathOf } from "../views/public/cards.ts";
import { search, type SearchView } from "../views/public/search.ts";
import { readers, searched } from "./list-readers.ts";
import type { OpenPublicPageRequest, PublicPageRequest } from "./page-request.ts";
import { sendPublicPage } from "./send.ts";

/** Cards of each kind. Their list has the rest. */
const perKind = 6;
const kindsWithoutSearch: readonly ItemKind[] = ["membership_plan", "page"];
const maxOthers = 12;
const maxWords = 200;

/** GET /search: items of all kinds. */
export function searchPage(
  app: FastifyInstance,
  openPageRequest: OpenPublicPageRequest,
  mayFindSimilar: MayFindSimilar,
): void {
  app.get(
    "/search",
    async (request: FastifyRequest<{ Querystring: { q?: unknown } }>, reply): Promise<FastifyReply> => {
      const pageRequest = await openPageRequest(request, reply);
      const { q } = request.query;
      const query = typeof q === "string" ? q.trim().slice(0, maxWords).trim() : "";
      const view = query === "" ? empty : await find(pageRequest, query, mayFindSimilar);
      return sendPublicPage(pageRequest, search(pageRequest.page, view));
    },
  );
}

const empty: SearchView = { query: "", sections: [], others: [], similar: false };

async function find(
  pageRequest: PublicPageRequest,
  query: string,
  mayFindSimilar: MayFindSimilar,
): Promise<SearchView> {
  const allSections = await Promise.all(
    typedKeys(searched).map(async (kind) => {
      const { cards, next } = await readers[kind](pageRequest, { limit: perKind, q: query }, false);
      return { kind, cards, hasMore: Boolean(next) };
    }),
  );
  const { context } = pageRequest;
  const { results } = await perform(searchByWords, context, {
    query,
    types: [...kindsWithoutSearch],
    limit: maxOthers,
  });
  const sections = allSections.filter(({ cards }) => cards.length > 0);
  if (sections.length > 0 || results.length > 0) {
    return { query, sections, others: results.map(cardOf), similar: false };
  }
  const mayFind = await mayFindSimilar(context);
  const similar = mayFind ? (await perform(searchCatalog, context, { query, limit: maxOthers })).results : [];
  return { query, sections, others: similar.map(cardOf), similar: true };
}

const cardOf = ({ title, url }: { title: string; url: string }): Card => ({ href: pathOf(url), title });
