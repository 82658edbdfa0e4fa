import type { SiteScope } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import type { ListedCourse } from "./course.ts";

type Serialized<Row> = Row & { object: "course"; url: string; coverUrl: string | null; ratingAverage: number | null };

/** Serializes a course and adds the fields derived from its row and its site. */
export function serializeCourse<Row extends ListedCourse>(
  { site }: Pick<SiteScope, "site">,
  course: Row,
): Serialized<Row> {
  const { slug, coverFileId, ratingSum, ratingCount } = course;
  return {
    ...course,
    object: "course",
    url: `${site.origin}/courses/${slug}`,
    coverUrl: coverFileId === null ? null : `${site.origin}/files/${formatId("file", coverFileId)}`,
    ratingAverage: ratingCount === 0 ? null : Math.round((ratingSum / ratingCount) * 100) / 100,
  };
}
