import type { CourseRecord } from "#domain/catalog/courses/course.ts";
import type { NewPlan } from "#domain/catalog/course-plans/save-plan.ts";
import type { SectionNode } from "#domain/catalog/curriculum/tree-nodes.ts";
import type { Context } from "#domain/platform/context.ts";

type Fields = Omit<
  CourseRecord,
  | "id"
  | "status"
  | "categoryIds"
  | "lecturerIds"
  | "coverFileId"
  | "descriptionHtml"
  | "version"
  | "createdAt"
  | "updatedAt"
  | "deletedAt"
>;

/**
 * A course as some source tells of it, wherever that keeps it. What it does not tell stays as it is, and has the value
 * that is usual in a new course.
 */
export interface WholeCourse {
  /** By its external id it is known again, or else by its slug. Without a slug a new one gets one of its name. */
  fields: { [Field in keyof Fields]?: Fields[Field] | undefined } & Pick<Fields, "name">;
  status?: CourseRecord["status"] | undefined;
  /** Slugs. */
  categories?: readonly string[] | undefined;
  lecturers?: readonly string[] | undefined;
  /** The file of its cover, as it follows from the one that it has. Undefined where the source does not say. */
  coverOf?(context: Context, heldId: string | null): Promise<string | null | undefined>;
  /** All there are. */
  plans?: readonly NewPlan[] | undefined;
  /** All sections there are, each part with the id of the one that it is; undefined where the source does not say. */
  nodesOf?(context: Context, courseId: string): Promise<readonly SectionNode[] | undefined>;
}
