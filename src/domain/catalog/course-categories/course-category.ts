import * as z from "zod";
import { patchSchemaOf } from "#domain/platform/merge-patch/changes-of.ts";
import { ExternalId, Metadata, Name, Slug } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { versionedResource } from "#domain/platform/versioned.ts";

export const writableCategory = {
  name: Name,
  slug: Slug,
  parentId: Id("courseCategory").nullable(),
  position: z.number().int().min(0).max(1_000_000),
  externalId: ExternalId.nullable(),
  metadata: Metadata,
};

/** Course categories, which can be nested. */
export const CourseCategory = versionedResource("courseCategory", {
  ...writableCategory,
  courseCount: z.number().int().min(0),
  createdAt: Instant,
  updatedAt: Instant,
});

/** A category with its subcategories. */
export const CourseCategoryInTree = CourseCategory.extend({
  get children() {
    return z.array(CourseCategoryInTree).optional().meta({ id: "CourseCategoryBranches" });
  },
}).meta({ id: "CourseCategoryInTree" });
export type CourseCategoryInTree = z.output<typeof CourseCategoryInTree>;

export const NewCourseCategory = z.object(writableCategory).partial().required({ name: true });

export const CourseCategoryChanges = patchSchemaOf(writableCategory);

export interface CourseCategoryRow extends Omit<z.output<typeof CourseCategory>, "object"> {
  version: number;
}

export const serializeCategory = (category: CourseCategoryRow) => ({ object: "course_category" as const, ...category });
