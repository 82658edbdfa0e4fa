import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Offered } from "#domain/public-catalog/pages/page-shell.ts";
import { searchCatalog } from "#domain/public-catalog/search/search.ts";
import { perform } from "#domain/platform/operation.ts";
import type { MayFindSimilar } from "#http/similar-searches.ts";
import { typedKeys } from "#lib/json/typed-object.ts";
import { type Card, pathOf } from "../views/public/cards.ts";
import { lists } from "../views/public/frame.ts";
import { list } from "../views/public/list.ts";
import { type Found, type ListRequest, readers, searched } from "./list-readers.ts";
import { sendPublicPage } from "./send.ts";
import type { PublicPageRequest, OpenPublicPageRequest } from "./page-request.ts";
import { showCourseFilters } from "#domain/public-catalog/courses/courses.ts";
import type { ListFilters } from "../views/public/list-filters.ts";

interface Query extends FilterQuery {
  q?: string;
  tag?: string;
  after?: string;
  past?: string;
}

const perPage = 24;

/** Finds items despite typing errors and by some of the words, if a search has no results, as the MCP tool does. */
async function findSimilar(
  kind: keyof Offered,
  pageRequest: PublicPageRequest,
  { q: query, cursor, limit, tag }: ListRequest,
  mayFindSimilar: MayFindSimilar,
): Promise<Found> {
  const searchedKind = searched[kind];
  if (query === undefined || searchedKind === undefined || cursor !== undefined || tag !== undefined)
    return { cards: [] };
  if (!(await mayFindSimilar(pageRequest.context))) return { cards: [] };
  const { results, similar } = await perform(searchCatalog, pageRequest.context, {
    query,
    types: [searchedKind],
    limit,
  });
  if (results.length === 0) return { cards: [] };
  const { cards } = await readers[kind](pageRequest, { limit, ids: results.map(({ id }) => id) }, false);
  const best = new Map(results.map(({ url }, index) => [pathOf(url), index]));
  const rank = ({ href }: Card) => best.get(href) ?? results.length;
  return { cards: cards.toSorted((one, other) => rank(one) - rank(other)), similar };
}

/** GET /courses and the other lists: paginated items of one kind. */
export function listPages(
  app: FastifyInstance,
  openPageRequest: OpenPublicPageRequest,
  mayFindSimilar: MayFindSimilar,
): void {
  for (const kind of typedKeys(lists)) {
    app.get<{ Querystring: Query }>(lists[kind], (request, reply) =>
      show(kind, { openPageRequest, mayFindSimilar }, request, reply),
    );
  }
  // Common alias, also in old links.
  app.get("/plans", async (_request, reply) => reply.redirect(lists.plans, 308));
}

async function show(
  kind: keyof Offered,
  { openPageRequest, mayFindSimilar }: { openPageRequest: OpenPublicPageRequest; mayFindSimilar: MayFindSimilar },
  request: FastifyRequest<{ Querystring: Query }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const pageRequest = await openPageRequest(request, reply);
  const { query } = request;
  const [text, topic] = [line(query.q), line(query.tag)];
  const past = kind === "events" && query.past === "1";
  const filters = kind === "courses" ? await readFilters(pageRequest, query) : undefined;
  const chosen = filters?.chosen;
  const isFiltered = chosen !== undefined && Object.values(chosen).some((value) => value !== undefined);
  const requested = {
    ...(chosen && inputOf(chosen)),
    limit: perPage,
    cursor: line(query.after),
    q: text,
    tag: topic === undefined ? undefined : [topic],
  };
  const exact = await readers[kind](pageRequest, requested, past);
  const isFound = exact.cards.length > 0 || past || isFiltered;
  const { cards, next, similar }: Found = isFound
    ? exact
    : await findSimilar(kind, pageRequest, requested, mayFindSimilar);
  const address = (changes: Record<string, string | undefined>) => {
    const parts = { q: text, tag: topic, ...chosen, past: past ? "1" : undefined, ...changes };
    const defined = Object.entries(parts).filter((part): part is [string, string] => part[1] !== undefined);
    return defined.length === 0 ? lists[kind] : `${lists[kind]}?${new URLSearchParams(defined).toString()}`;
  };
  const view = list(pageRequest.page, {
    kind,
    cards,
    query: text,
    similar,
    topic,
    past,
    filters,
    searchable: kind !== "plans",
    indexed: pageRequest.indexed,
    pages: {
      first: requested.cursor === undefined ? undefined : address({}),
      next: next ? address({ after: next }) : undefined,
    },
  });
  return sendPublicPage(
    pageRequest,
    view,
    isFiltered ? `${lists[kind]}.md` : `${lists[kind]}.md${address({}).slice(lists[kind].length)}`,
  );
}

/** Parses a single-valued text parameter. Empty or repeated values are undefined. */
const line = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;

/** Parameters of the address of a filtered list. */
type FilterQuery = Partial<Record<"category" | "level" | "language" | "price" | "sort", unknown>>;

const sorts = { newest: "-created_at", name: "name" } as const;

/** Reads the filters of the list of courses, and the chosen ones. Choices that the list does not have are ignored. */
async function readFilters({ context }: PublicPageRequest, query: FilterQuery): Promise<ListFilters> {
  const choices = await perform(showCourseFilters, context, {});
  return {
    choices,
    chosen: {
      category: oneOf(
        query.category,
        choices.categories.map(({ id }) => id),
      ),
      level: oneOf(query.level, choices.levels),
      language: oneOf(query.language, choices.languages),
      price: choices.hasFree ? oneOf(query.price, ["free"]) : undefined,
      sort: oneOf(query.sort, Object.keys(sorts)),
    },
  };
}

const oneOf = (value: unknown, values: readonly string[]): string | undefined => values.find((one) => one === value);

type Chosen = ListFilters["chosen"];

/** Returns the input of the list for the chosen filters. */
function inputOf({ category, level, language, price, sort }: Chosen): Partial<ListRequest> {
  return {
    ...(category !== undefined && { categoryId: [category] }),
    ...(level !== undefined && { level: [level] }),
    ...(language !== undefined && { language: [language] }),
    ...(price !== undefined && { courseType: ["free"] }),
    ...(sort !== undefined && { sort: [sort === "name" ? sorts.name : sorts.newest] }),
  };
}
