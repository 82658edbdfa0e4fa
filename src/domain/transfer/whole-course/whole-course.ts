import type { CourseRecord } from "#domain/catalog/courses/course.ts";
import type { NewPlan } from "#domain/offers/course-plans/save-plan.ts";
import type { SectionNode } from "#domain/catalog/curriculum/tree/tree-nodes.ts";
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
 * A course from any source format. Absent fields stay unchanged in an existing course and get default values in a new
 * one.
 */
export interface WholeCourse {
  /** Identifies the course by external ID, then by slug. Without a slug, a new course gets one from its name. */
  fields: { [Field in keyof Fields]?: Fields[Field] | undefined } & Pick<Fields, "name">;
  status?: CourseRecord["status"] | undefined;
  /** Slugs. */
  categories?: readonly string[] | undefined;
  lecturers?: readonly string[] | undefined;
  /** Returns the cover file for the source, given the current one. Undefined if the source does not specify a cover. */
  coverOf?(context: Context, existingId: string | null): Promise<string | null | undefined>;
  /** Returns the description for the source, given the current one, if it shows files that have no ID before. */
  descriptionOf?(context: Context, existing: string | undefined): Promise<string | undefined>;
  /** Replaces all plans. */
  plans?: readonly NewPlan[] | undefined;
  /**
   * Replaces all sections. Nodes of existing items have their IDs. Undefined if the source does not specify sections.
   */
  nodesOf?(context: Context, courseId: string): Promise<readonly SectionNode[] | undefined>;
}
