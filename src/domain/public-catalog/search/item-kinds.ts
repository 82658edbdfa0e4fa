import { type Sql, sql } from "#database/statements/sql.ts";
import type { IdKind } from "#domain/platform/ids.ts";
import { isListedService } from "../consulting.ts";
import { isListedProduct } from "../digital-products.ts";
import { isListedEvent } from "../events.ts";
import { isListedLecturer } from "../lecturers.ts";
import { isListedPlan } from "../membership-plans.ts";
import { isPublishedPage } from "../pages/pages.ts";
import { isPublishedPost } from "../posts/posts.ts";
import { isListed } from "#domain/catalog/courses/course-conditions.ts";

/** Kinds of public resources, in the order of search results. */
export const itemKinds = [
  "course",
  "event",
  "membership_plan",
  "digital_product",
  "consulting_service",
  "post",
  "page",
  "lecturer",
] as const;
export type ItemKind = (typeof itemKinds)[number];

/** Describes the table, columns and address of a kind. */
interface Source {
  idKind: IdKind;
  table: Sql;
  title: Sql;
  /** Path segment in its address. */
  segment: Sql;
  /** Sort key of search results, highest first. An index has this order. */
  weight: Sql;
  /** All weights are equal: search results are in the order of the primary key, newest first. */
  isNewestFirst: boolean;
  isListed: (now: Date) => Sql;
  /** Path prefix of its page. */
  folder: string;
}

const nameAndSlug = (table: Sql, folder: string) => ({
  table,
  title: sql`${table}.name`,
  segment: sql`${table}.slug`,
  weight: sql`0::integer`,
  isNewestFirst: true,
  folder,
});

export const sources: Record<ItemKind, Source> = {
  course: {
    ...nameAndSlug(sql`courses`, "/courses/"),
    idKind: "course",
    weight: sql`courses.enrollment_count`,
    isNewestFirst: false,
    isListed: () => isListed,
  },
  event: {
    ...nameAndSlug(sql`events`, "/events/"),
    idKind: "event",
    isListed: (now) => sql`${isListedEvent} and events.ends_at > ${now}`,
  },
  membership_plan: {
    ...nameAndSlug(sql`membership_plans`, "/membership-plans/"),
    idKind: "membershipPlan",
    isListed: () => isListedPlan,
  },
  digital_product: {
    ...nameAndSlug(sql`digital_products`, "/digital-products/"),
    idKind: "digitalProduct",
    isListed: () => isListedProduct,
  },
  consulting_service: {
    ...nameAndSlug(sql`consulting_services`, "/consulting/"),
    idKind: "consultingService",
    isListed: () => isListedService,
  },
  post: {
    ...nameAndSlug(sql`posts`, "/posts/"),
    idKind: "post",
    title: sql`posts.title`,
    isListed: isPublishedPost,
  },
  page: {
    ...nameAndSlug(sql`pages`, ""),
    idKind: "page",
    title: sql`pages.title`,
    segment: sql`pages.path`,
    isListed: () => isPublishedPage,
  },
  lecturer: {
    ...nameAndSlug(sql`lecturers`, "/lecturers/"),
    idKind: "lecturer",
    isListed: () => isListedLecturer,
  },
};
