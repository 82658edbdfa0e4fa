import { showCourseFilters } from "#domain/public-catalog/courses/courses.ts";
import { perform } from "#domain/platform/operation.ts";
import type { ListFilters } from "../views/public/list-filters.ts";
import type { ListRequest } from "./list-readers.ts";
import type { PublicPageRequest } from "./page-request.ts";

/** Parameters of the address of a filtered list. */
export type FilterQuery = Partial<Record<"category" | "level" | "language" | "price" | "sort", unknown>>;

const sorts = { newest: "-created_at", name: "name" } as const;

/** Reads the filters of the list of courses, and the chosen ones. Choices that the list does not have are ignored. */
export async function readFilters({ context }: PublicPageRequest, query: FilterQuery): Promise<ListFilters> {
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

export type Chosen = ListFilters["chosen"];

/** Returns the input of the list for the chosen filters. */
export function inputOf({ category, level, language, price, sort }: Chosen): Partial<ListRequest> {
  return {
    ...(category !== undefined && { categoryId: [category] }),
    ...(level !== undefined && { level: [level] }),
    ...(language !== undefined && { language: [language] }),
    ...(price !== undefined && { courseType: ["free"] }),
    ...(sort !== undefined && { sort: [sort === "name" ? sorts.name : sorts.newest] }),
  };
}
