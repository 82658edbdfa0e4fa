import type { SiteScope } from "#domain/platform/context.ts";
import { searchTermsFor } from "#domain/platform/search/search-terms.ts";
import type { LectureRecord } from "./lecture.ts";

export const searchTermsOfLecture = (
  site: SiteScope["site"],
  { title, bodyMarkdown }: Pick<LectureRecord, "title" | "bodyMarkdown">,
): string[] => searchTermsFor(site, [title, bodyMarkdown]);

/** Indexes the next lectures that are not in the search index. Does not change their versions or timestamps. */
export async function indexLectures({ db, site }: SiteScope, limit: number): Promise<number> {
  const lectures = await db.many<Pick<LectureRecord, "id" | "title" | "bodyMarkdown">>`
    select id, title, body_markdown from lectures
     where site_id = ${site.id} and search_terms = '{!}' order by id limit ${limit} for no key update skip locked`;
  for (const { id, title, bodyMarkdown } of lectures) {
    const terms = searchTermsOfLecture(site, { title, bodyMarkdown });
    await db.run`update lectures set search_terms = ${terms} where site_id = ${site.id} and id = ${id}`;
  }
  return lectures.length;
}
