import type { showCourseFilters } from "#domain/public-catalog/courses/courses.ts";
import type * as z from "zod";
import { languageName } from "#lib/text/formats.ts";
import { html, raw } from "hono/html";
import { textFor } from "../../text/catalogue.ts";
import type { Markup } from "../parts/markup.ts";
import type { PublicContext } from "./public-context.ts";

export interface ListFilters {
  choices: z.output<typeof showCourseFilters.output>;
  chosen: Record<"category" | "level" | "language" | "price" | "sort", string | undefined>;
}

type Option = readonly [value: string, label: string];

/** Filters and order of a list, within its search form. */
export const filterFields = (page: PublicContext, { choices, chosen }: ListFilters): Markup => {
  const { list, course, price } = textFor(page.locale).public;
  const { filters: text } = list;
  const { categories, levels, languages, hasFree } = choices;
  const field = (name: keyof ListFilters["chosen"], label: string, any: string, options: readonly Option[]) =>
    options.length === 0
      ? raw("")
      : html`<label
          ><span>${label}</span>
          <select name="${name}">
            ${[["", any] as const, ...options].map(([value, shown]) => html`<option value="${value}" ${value === (chosen[name] ?? "") && raw("selected")}>${shown}</option>`)}
          </select></label
        >`;
  return html`<div class="filters">
    ${field(
      "category",
      text.category,
      text.any,
      categories.map(({ id, name }) => [id, name] as const),
    )}
    ${field(
      "level",
      course.level,
      text.any,
      levels.map((level) => [level, course.levels[level]] as const),
    )}
    ${field(
      "language",
      course.language,
      text.any,
      languages.map((tag) => [tag, languageName(page.locale, tag)] as const),
    )}
    ${field("price", price.title, text.any, hasFree ? [["free", price.free]] : [])}
    ${field("sort", text.sort, text.recommended, [
      ["newest", text.newest],
      ["name", text.name],
    ])}
  </div>`;
};
