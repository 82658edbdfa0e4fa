import * as z from "zod";
import { NewCoursePlan } from "#domain/offers/course-plans/course-plan.ts";
import { maxPlans } from "#domain/offers/course-plans/queries.ts";
import { Course, courseStatuses } from "#domain/catalog/courses/course.ts";
import { SectionNodes } from "#domain/catalog/curriculum/tree/tree-nodes.ts";
import { Slug } from "#domain/platform/fields.ts";

const { shape: course } = Course;

/**
 * A complete course as JSON: fields named as in the operator API, references to site resources as slugs, plans, and
 * the tree in the format of `PUT /courses/{course}/curriculum`.
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
    /** Category slugs. Missing categories are created. */
    categories: z.array(Slug).max(50),
    tags: course.tags,
    /** Slugs of the site's lecturers, in display order. */
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
    /** If absent, the plans stay unchanged. If present, it replaces all plans. */
    plans: z.array(NewCoursePlan).max(maxPlans),
    /** If absent, the sections stay unchanged. If present, it replaces all sections. */
    sections: SectionNodes,
  })
  .partial()
  .required({ name: true })
  .refine(({ slug, externalId }) => slug !== undefined || typeof externalId === "string", {
    params: { code: "required" },
    path: ["externalId"],
    error: "Send an external_id or a slug to identify the course.",
  })
  .meta({ id: "CourseDocument" });
export type CourseDocument = z.output<typeof CourseDocument>;
