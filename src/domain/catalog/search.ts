import * as z from "zod";
import { parseId } from "#domain/ids.ts";
import { forAnyone, operation } from "#domain/operation.ts";
import { notFound } from "#domain/problem.ts";
import { formatId } from "#domain/ids.ts";
import { searchTermsOf } from "#domain/search/search-terms.ts";
import { requireVisibleCourse } from "./courses.ts";
import { isListed } from "./public-course.ts";

/** What some clients ask for under exactly these names. */
const Hit = z.object({ id: z.string(), title: z.string(), url: z.string() });

export const searchCatalog = operation({
  name: "searchCatalog",
  summary: "Search everything that the site shows to everybody",
  access: forAnyone,
  writes: false,
  input: z.object({
    query: z.string().trim().min(1).max(200),
    limit: z.number().int().min(1).max(50).default(10),
  }),
  output: z.object({ results: z.array(Hit) }),
  async run({ db, site }, { query, limit }) {
    const found = await db.many<{ id: string; title: string; slug: string }>`
      select courses.id, courses.name as title, courses.slug from courses
       where courses.site_id = ${site.id} and courses.search_terms @> ${searchTermsOf(site, query)}::text[]
         and ${isListed}
       order by courses.enrollment_count desc, courses.id limit ${limit}`;
    return {
      results: found.map(({ id, title, slug }) => ({
        id: formatId("course", id),
        title,
        url: `${site.origin}/courses/${slug}`,
      })),
    };
  },
});

export const fetchCatalogItem = operation({
  name: "fetchCatalogItem",
  summary: "Read in full what a search found",
  access: forAnyone,
  writes: false,
  input: z.object({ id: z.string().max(100) }),
  output: Hit.extend({ text: z.string(), metadata: z.record(z.string(), z.string()) }),
  async run(context, { id }) {
    const courseId = parseId("course", id);
    if (!courseId) throw notFound("item", id);
    const { name, slug, subtitle, descriptionMarkdown, language, level } = await requireVisibleCourse(context, {
      id: courseId,
    });
    return {
      id,
      title: name,
      url: `${context.site.origin}/courses/${slug}`,
      text: [`# ${name}`, subtitle, descriptionMarkdown].filter(Boolean).join("\n\n"),
      metadata: { type: "course", language, ...(level && { level }) },
    };
  },
});
