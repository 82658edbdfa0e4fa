import type { SiteScope } from "#domain/platform/context.ts";
import { htmlsOrSources } from "#domain/platform/texts/html-or-source.ts";
import { only } from "#lib/only.ts";
import type { CourseRow } from "./course.ts";
import { searchTermsOfCourse } from "./queries.ts";

/** Indexes the next courses that are not in the search index. Does not change their versions or timestamps. */
export async function indexCourses({ db, site }: SiteScope, limit: number): Promise<number> {
  const courses = await db.many<Pick<CourseRow, "id" | "name" | "subtitle" | "descriptionMarkdown" | "tags">>`
    select id, name, subtitle, description_markdown, tags from courses
     where site_id = ${site.id} and search_terms = '{!}' order by id limit ${limit} for no key update skip locked`;
  for (const { id, ...texts } of courses) {
    const terms = searchTermsOfCourse(site, texts);
    const descriptionHtml = only(await htmlsOrSources({ site }, [texts.descriptionMarkdown]));
    await db.run`
      update courses set search_terms = ${terms}, description_html = ${descriptionHtml}
       where site_id = ${site.id} and id = ${id}`;
  }
  return courses.length;
}
