import type { SiteScope } from "#domain/platform/context.ts";
import { searchTermsFor } from "#domain/platform/search/search-terms.ts";
import type { LectureRecord } from "./lecture.ts";

export const searchTermsOfLecture = (
  site: SiteScope["site"],
  { title, bodyMarkdown }: Pick<LectureRecord, "title" | "bodyMarkdown">,
): string[] => searchTermsFor(site, [title, bodyMarkdown]);
