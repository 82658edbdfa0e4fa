import { browseConsultingServices } from "#domain/public-catalog/consulting.ts";
import { browseCourses } from "#domain/public-catalog/courses/courses.ts";
import { browseDigitalProducts } from "#domain/public-catalog/digital-products.ts";
import { browseEvents } from "#domain/public-catalog/events.ts";
import { type Offered } from "#domain/public-catalog/pages/page-shell.ts";
import { browseLecturers } from "#domain/public-catalog/lecturers.ts";
import { browsePosts } from "#domain/public-catalog/posts/posts.ts";
import type { ItemKind } from "#domain/public-catalog/search/item-kinds.ts";
import { perform } from "#domain/platform/operation.ts";
import {
  type Card,
  courseCard,
  eventCard,
  lecturerCard,
  postCard,
  productCard,
  serviceCard,
} from "../views/public/cards.ts";
import { readPlanCards, readSentences, readServiceDetails } from "./offer-cards.ts";
import type { PublicPageRequest } from "./page-request.ts";

export interface ListRequest {
  limit: number;
  ids?: string[];
  cursor?: string | undefined;
  q?: string | undefined;
  tag?: string[] | undefined;
  categoryId?: string[];
  level?: string[];
  language?: string[];
  courseType?: string[];
  sort?: string[];
}

export interface Found {
  cards: Card[];
  next?: string | null;
  /** True if no item has all words of the search: these have some of them, or similar words. */
  similar?: boolean | undefined;
}

/** Lists with a search, by what they search. */
export const searched: Partial<Record<keyof Offered, ItemKind>> = {
  courses: "course",
  events: "event",
  posts: "post",
  lecturers: "lecturer",
  products: "digital_product",
  consulting: "consulting_service",
};

/** Reader of each list, with support for topics and search. */
export const readers: Record<
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
    return { cards: await readPlanCards(view, context) };
  },
  async lecturers({ context, page: view }, { tag: _tag, ...requested }) {
    const { data, page } = await perform(browseLecturers, context, requested);
    return { cards: data.map((row) => lecturerCard(view, row)), next: page.nextCursor };
  },
  async products({ context, page: view }, requested) {
    const { data, page } = await perform(browseDigitalProducts, context, requested);
    const sentenceOf = await readSentences(view, context, "digitalProduct", data);
    return { cards: data.map((row) => productCard(view, row, sentenceOf(row))), next: page.nextCursor };
  },
  async consulting({ context, page: view }, { tag: _tag, ...requested }) {
    const { data, page } = await perform(browseConsultingServices, context, requested);
    const detailsOf = await readServiceDetails(view, context, data);
    return { cards: data.map((row) => serviceCard(view, row, detailsOf(row))), next: page.nextCursor };
  },
};
