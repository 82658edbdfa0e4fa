import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { browseConsultingServices } from "#domain/public-catalog/consulting.ts";
import { browseCourses } from "#domain/public-catalog/courses/courses.ts";
import { browseDigitalProducts } from "#domain/public-catalog/digital-products.ts";
import { browseEvents } from "#domain/public-catalog/events.ts";
import { searchCatalog } from "#domain/public-catalog/search/search.ts";
import type { ItemKind } from "#domain/public-catalog/search/item-kinds.ts";
import { type Offered } from "#domain/public-catalog/pages/page-shell.ts";
import { browseLecturers } from "#domain/public-catalog/lecturers.ts";
import { browseMembershipPlans } from "#domain/public-catalog/membership-plans.ts";
import { browsePosts } from "#domain/public-catalog/posts/posts.ts";
import { perform } from "#domain/platform/operation.ts";
import type { MayFindSimilar } from "#http/similar-searches.ts";
import { typedKeys } from "#lib/json/typed-object.ts";
import {
  type Card,
  courseCard,
  eventCard,
  lecturerCard,
  pathOf,
  planCard,
  postCard,
  productCard,
  serviceCard,
} from "../views/public/cards.ts";
import { lists } from "../views/public/frame.ts";
import { list } from "../views/public/list.ts";
import { sendPublicPage } from "./send.ts";
import type { PublicPageRequest, OpenPublicPageRequest } from "./page-request.ts";

interface Query {
  q?: string;
  tag?: string;
  after?: string;
  past?: string;
}

interface ListRequest {
  limit: number;
  ids?: string[];
  cursor?: string | undefined;
  q?: string | undefined;
  tag?: string[] | undefined;
}

interface Found {
  cards: Card[];
  next?: string | null;
  /** True if no item has all words of the search: these have some of them, or similar words. */
  similar?: boolean | undefined;
}

/** Lists with a search, by what they search. */
const searched: Partial<Record<keyof Offered, ItemKind>> = {
  courses: "course",
  events: "event",
  posts: "post",
  lecturers: "lecturer",
  products: "digital_product",
  consulting: "consulting_service",
};

const perPage = 24;

/** Reader of each list, with support for topics and search. */
const readers: Record<
  keyof Offered,
  (pageRequest: PublicPageRequest, requested: ListRequest, past: boolean) => Promise<Found>
> = {
  async courses({ context, page: view }, requested) {
    const { data, page } = await perform(browseCourses, context, requested);
    return { cards: data.map((row) => courseCard(view, row)), next: page.nextCursor };
  },
  async events({ context, page: view }, requested, past) {
    const over = past ? { sort: ["-starts_at"], from: new Date(0).toISOString(), to: context.now.toISOString() } : {};
    const { data, page } = await perform(browseEvents, context, { ...requested, ...over });
    return { cards: data.map((row) => eventCard(view, row)), next: page.nextCursor };
  },
  async posts({ context, page: view }, requested) {
    const { data, page } = await perform(browsePosts, context, requested);
    return { cards: data.map((row) => postCard(view, row)), next: page.nextCursor };
  },
  async plans({ context, page: view }) {
    const { data } = await perform(browseMembershipPlans, context, {});
    return { cards: data.map((row) => planCard(view, row)) };
  },
  async lecturers({ context, page: view }, { tag: _tag, ...requested }) {
    const { data, page } = await perform(browseLecturers, context, requested);
    return { cards: data.map((row) => lecturerCard(view, row)), next: page.nextCursor };
  },
  async products({ context, page: view }, requested) {
    const { data, page } = await perform(browseDigitalProducts, context, requested);
    return { cards: data.map((row) => productCard(view, row)), next: page.nextCursor };
  },
  async consulting({ context, page: view }, { tag: _tag, ...requested }) {
    const { data, page } = await perform(browseConsultingServices, context, requested);
    return { cards: data.map((row) => serviceCard(view, row)), next: page.nextCursor };
  },
};

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
  const requested = {
    limit: perPage,
    cursor: line(query.after),
    q: text,
    tag: topic === undefined ? undefined : [topic],
  };
  const exact = await readers[kind](pageRequest, requested, past);
  const isFound = exact.cards.length > 0 || past;
  const { cards, next, similar }: Found = isFound
    ? exact
    : await findSimilar(kind, pageRequest, requested, mayFindSimilar);
  const address = (changes: Record<string, string | undefined>) => {
    const parts = { q: text, tag: topic, past: past ? "1" : undefined, ...changes };
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
    searchable: kind !== "plans",
    indexed: pageRequest.indexed,
    pages: {
      first: requested.cursor === undefined ? undefined : address({}),
      next: next ? address({ after: next }) : undefined,
    },
  });
  return sendPublicPage(pageRequest, view, `${lists[kind]}.md${address({}).slice(lists[kind].length)}`);
}

/** Parses a single-valued text parameter. Empty or repeated values are undefined. */
const line = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
