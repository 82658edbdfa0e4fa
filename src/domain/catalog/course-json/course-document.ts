import * as z from "zod";
import { NewCoursePlan } from "#domain/catalog/course-plans/course-plan.ts";
import { mostPlans } from "#domain/catalog/course-plans/queries.ts";
import { Course, courseStatuses } from "#domain/catalog/courses/course.ts";
import { SectionNodes } from "#domain/catalog/curriculum/tree-nodes.ts";
import { Slug } from "#domain/platform/fields.ts";

const { shape: course } = Course;

/**
 * A course with all that is in it, as JSON: its fields as the operator API names them, what belongs to the site by its
 * slug, its plans, and its tree as `PUT /courses/{course}/curriculum` takes it.
 */
export const CourseDocument = z
  .object({
    name: course.name,
    slug: course.slug,
    externalId: course.externalId,
    subtitle: course.subtitle,
    descriptionMarkdown: course.descriptionMarkdown,
    status: z.enum(courseStatuses),
    visibility: course.visibility,
    courseType: course.courseType,
    language: course.language,
    level: course.level,
    /** Slugs; what the site has not got is made. */
    categories: z.array(Slug).max(50),
    tags: course.tags,
    /** Slugs of lecturers of the site, in their order. */
    lecturers: z.array(Slug).max(50),
    coverFileId: course.coverFileId,
    outcomes: course.outcomes,
    requirements: course.requirements,
    audience: course.audience,
    access: course.access,
    drip: course.drip,
    completion: course.completion,
    commentsEnabled: course.commentsEnabled,
    position: course.position,
    availableFrom: course.availableFrom,
    availableUntil: course.availableUntil,
    seo: course.seo,
    metadata: course.metadata,
    /** Left out: they stay. Given: these are all that are sold. */
    plans: z.array(NewCoursePlan).max(mostPlans),
    /** Left out: they stay. Given: these are all there are. */
    sections: SectionNodes,
  })
  .partial()
  .required({ name: true })
  .refine(({ slug, externalId }) => slug !== undefined || typeof externalId === "string", {
    params: { code: "required" },
    path: ["externalId"],
    error: "Expected an external_id or a slug: by these a course is known again.",
  })
  .meta({ id: "CourseDocument" });
export type CourseDocument = z.output<typeof CourseDocument>;
