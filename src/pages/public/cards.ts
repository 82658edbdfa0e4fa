import { browseCourses } from "#domain/public-catalog/courses/courses.ts";
import { browseEvents } from "#domain/public-catalog/events.ts";
import { browseLecturers } from "#domain/public-catalog/lecturers.ts";
import { browsePosts } from "#domain/public-catalog/posts/posts.ts";
import { perform } from "#domain/platform/operation.ts";
import { isFieldOf } from "#lib/json/typed-object.ts";
import { type Card, courseCard, eventCard, lecturerCard, postCard } from "../views/public/cards.ts";
import { readPlanCards } from "./offer-cards.ts";
import type { PublicPageRequest } from "./page-request.ts";

const readers = {
  courses: async ({ context, page }: PublicPageRequest, limit: number) =>
    (await perform(browseCourses, context, { limit })).data.map((row) => courseCard(page, row)),
  events: async ({ context, page }: PublicPageRequest, limit: number) =>
    (await perform(browseEvents, context, { limit })).data.map((row) => eventCard(page, row)),
  posts: async ({ context, page }: PublicPageRequest, limit: number) =>
    (await perform(browsePosts, context, { limit })).data.map((row) => postCard(page, row)),
  plans: ({ context, page }: PublicPageRequest, limit: number) => readPlanCards(page, context, limit),
  lecturers: async ({ context, page }: PublicPageRequest, limit: number) =>
    (await perform(browseLecturers, context, { limit })).data.map((row) => lecturerCard(page, row)),
};

export const isCardKind = (kind: string): kind is keyof typeof readers => isFieldOf(readers, kind);

/** Reads the first items of a kind as cards, for the home page and page blocks. */
export const readCards = (pageRequest: PublicPageRequest, kind: keyof typeof readers, limit: number): Promise<Card[]> =>
  readers[kind](pageRequest, limit);
