import { browseConsultingServices } from "#domain/public-catalog/consulting.ts";
import { browseCourses } from "#domain/public-catalog/courses/courses.ts";
import { browseDigitalProducts } from "#domain/public-catalog/digital-products.ts";
import { browseEvents } from "#domain/public-catalog/events.ts";
import { browseLecturers } from "#domain/public-catalog/lecturers.ts";
import { browseMembershipPlans } from "#domain/public-catalog/membership-plans.ts";
import { browsePosts } from "#domain/public-catalog/posts/posts.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { perform } from "#domain/platform/operation.ts";
import type { Site } from "#domain/platform/site/site.ts";
import type { ListName } from "./list-names.ts";
import { brief, money } from "./markdown.ts";
import { plain } from "./plain-markdown.ts";
import { textOf } from "./text/catalog.ts";
import type { DocumentText } from "./text/document-text.ts";

/** An item of a list: name, URL and a note that helps to choose it. */
export interface Item {
  name: string;
  url: string;
  note: string | null;
}

export interface ItemPage {
  items: Item[];
  nextCursor: string | null;
  total?: number | undefined;
  /** True if no item has all words of the search: these have some of them, or similar words. */
  similar?: boolean | undefined;
}

export interface ListRequest {
  limit: number;
  ids?: string[];
  cursor?: string | undefined;
  includeTotal?: boolean;
  /** Search words. */
  q?: string | undefined;
  tag?: string[] | undefined;
}

/** Filters in the URL of a list, shared by the document and its page. */
export interface Narrowed {
  q?: string | undefined;
  tag?: string | undefined;
  /** Past events, latest first. */
  past?: "1" | undefined;
}

/** The price of an item, or the lowest of several. */
const costOf = (text: DocumentText, price: { amount: number; currency: string }, isLowest: boolean): string =>
  isLowest ? text.from(money(price)) : money(price);

/** Public lists by the first segment of their URLs: how to read them. */
export const lists = {
  courses: {
    async read(context: RequestContext, requested: ListRequest): Promise<ItemPage> {
      const text = textOf(context.site);
      const { data, page } = await perform(browseCourses, context, requested);
      const items = data.map(({ name, url, subtitle, priceFrom, priceVaries, language }) => {
        const cost = priceFrom ? costOf(text, priceFrom, priceVaries) : null;
        return { name, url, note: [subtitle, language, cost].filter((fact) => fact).join(text.and) };
      });
      return { items, ...page };
    },
  },
  events: {
    async read(context: RequestContext, requested: ListRequest, past = false): Promise<ItemPage> {
      const over = past ? { sort: ["-starts_at"], from: new Date(0).toISOString(), to: context.now.toISOString() } : {};
      const text = textOf(context.site);
      const { data, page } = await perform(browseEvents, context, { ...requested, ...over });
      const items = data.map(({ name, url, startsAt, summary }) => ({
        name,
        url,
        note: [startsAt.toISOString().slice(0, 16).concat("Z"), summary].filter((fact) => fact).join(text.and),
      }));
      return { items, ...page };
    },
  },
  "membership-plans": {
    async read(context: RequestContext): Promise<ItemPage> {
      const text = textOf(context.site);
      const { data } = await perform(browseMembershipPlans, context, {});
      const items = data.map(({ name, url, pricings }) => {
        const [lowest] = pricings.map(({ price }) => price).toSorted((one, other) => one.amount - other.amount);
        return { name, url, note: lowest ? costOf(text, lowest, pricings.length > 1) : null };
      });
      return { items, nextCursor: null, total: items.length };
    },
  },
  posts: {
    async read(context: RequestContext, requested: ListRequest): Promise<ItemPage> {
      const { data, page } = await perform(browsePosts, context, requested);
      return { items: data.map(({ title, url, excerpt }) => ({ name: title, url, note: excerpt })), ...page };
    },
  },
  "digital-products": {
    async read(context: RequestContext, requested: ListRequest): Promise<ItemPage> {
      const { data, page } = await perform(browseDigitalProducts, context, requested);
      return { items: data.map(({ name, url, price }) => ({ name, url, note: price && money(price) })), ...page };
    },
  },
  consulting: {
    async read(context: RequestContext, { tag: _tag, ...requested }: ListRequest): Promise<ItemPage> {
      const { data, page } = await perform(browseConsultingServices, context, requested);
      return { items: data.map(({ name, url, price }) => ({ name, url, note: price && money(price) })), ...page };
    },
  },
  lecturers: {
    async read(context: RequestContext, { tag: _tag, ...requested }: ListRequest): Promise<ItemPage> {
      const { data, page } = await perform(browseLecturers, context, requested);
      return { items: data.map(({ name, url, title }) => ({ name, url, note: title })), ...page };
    },
  },
} satisfies Record<ListName, unknown>;

/** `- [name](address of its document): note`, with an ASCII colon in every language (llmstxt.org). */
export const itemLine = ({ name, url, note }: Item): string =>
  `- [${plain(name)}](${url}.md)${note ? `: ${brief(note)}` : ""}`;

/** `/courses.md`: a page of a list, optionally filtered. */
export function listDocument(
  { origin, ...site }: Pick<Site, "origin" | "defaultLocale">,
  list: ListName,
  { items, nextCursor, similar }: ItemPage,
  narrowed: Narrowed = {},
): string {
  const text = textOf(site);
  const filters = Object.entries(narrowed).filter((part): part is [string, string] => part[1] !== undefined);
  const none = filters.length > 0 ? text.noResults : text.none;
  const lines = items.length > 0 ? items.map(itemLine).join("\n") : none;
  const query = new URLSearchParams([...filters, ["cursor", nextCursor ?? ""]]).toString();
  const next = nextCursor === null ? "" : `\n\n${text.fact(text.more, `${origin}/${list}.md?${query}`)}`;
  const about = similar ? `${text.similar}\n\n` : "";
  return `# ${text.lists[list]}\n\n${about}${lines}${next}\n`;
}
