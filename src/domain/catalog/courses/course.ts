import * as z from "zod";
import { patchSchemaOf } from "#domain/platform/merge-patch/changes-of.ts";
import {
  AccessRule,
  ExternalId,
  Html,
  LanguageTag,
  Markdown,
  Metadata,
  Name,
  Seo,
  Slug,
  Tags,
} from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/instant.ts";

export const courseStatuses = ["draft", "published", "archived"] as const;
const visibilities = ["public", "unlisted", "members_only"] as const;
const courseTypes = ["free", "paid", "pre_order", "membership_only"] as const;
const levels = ["beginner", "intermediate", "advanced", "all"] as const;

/** When lectures open to whoever is enrolled. */
const Drip = z.object({ mode: z.enum(["none", "by_enrollment_day", "by_date", "sequential"]) }).meta({ id: "Drip" });

/** When a course counts as completed. */
const Completion = z
  .object({
    requiredPercent: z.number().int().min(1).max(100),
    requireQuizzes: z.boolean(),
    requireAssignments: z.boolean(),
  })
  .meta({ id: "Completion" });

const Lines = z.array(z.string().trim().min(1).max(300)).max(30);

/** What of a course a client writes. */
export const writableCourse = {
  name: Name,
  slug: Slug,
  subtitle: z.string().trim().max(300).nullable(),
  descriptionMarkdown: Markdown,
  visibility: z.enum(visibilities),
  courseType: z.enum(courseTypes),
  language: LanguageTag,
  level: z.enum(levels).nullable(),
  categoryIds: z.array(Id("courseCategory")).max(50),
  tags: Tags,
  /** In the order in which they are shown. */
  lecturerIds: z.array(Id("lecturer")).max(50),
  coverFileId: Id("file").nullable(),
  promoVideoAttachmentId: Id("attachment").nullable().meta({
    description: "A public preview video of a lecture of the course",
  }),
  outcomes: Lines,
  requirements: Lines,
  audience: Lines,
  /** For enrollments without a plan. */
  access: AccessRule,
  drip: Drip,
  completion: Completion,
  commentsEnabled: z.boolean(),
  position: z.number().int().min(0).max(1_000_000),
  availableFrom: Instant.nullable(),
  availableUntil: Instant.nullable(),
  seo: Seo,
  externalId: ExternalId.nullable(),
  metadata: Metadata,
};

/** What is taught: a course with its sections and lectures. */
export const Course = z
  .object({
    object: z.literal("course"),
    id: Id("course"),
    ...writableCourse,
    descriptionHtml: Html,
    status: z.enum(courseStatuses),
    coverUrl: z.string().nullable(),
    durationSeconds: z.number().int().min(0),
    lectureCount: z.number().int().min(0),
    enrollmentCount: z.number().int().min(0),
    ratingAverage: z.number().min(1).max(5).nullable(),
    ratingCount: z.number().int().min(0),
    publishedAt: Instant.nullable(),
    /** Where people find it. */
    url: z.string(),
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: "Course" });

/** As it is listed: without the text and the film that only its own page needs. */
export const CourseSummary = Course.omit({
  promoVideoAttachmentId: true,
  descriptionMarkdown: true,
  descriptionHtml: true,
}).meta({ id: "CourseSummary" });

export const CourseChanges = patchSchemaOf(writableCourse);

export const NewCourseFields = z
  .object({ ...writableCourse, completion: Completion.partial() })
  .partial()
  .required({ name: true });
export type NewCourseFields = z.output<typeof NewCourseFields>;

/** A course as it is kept, with the lists of its relations. */
export interface CourseRecord extends Omit<z.output<typeof Course>, "object" | "url" | "coverUrl" | "ratingAverage"> {
  ratingSum: number;
  version: number;
  deletedAt: Date | null;
}

/** Without what only its own page needs. */
export type ListedCourse = Omit<
  CourseRecord,
  "promoVideoAttachmentId" | "descriptionMarkdown" | "descriptionHtml" | "deletedAt"
>;

/** The columns of its own row. */
export type CourseRow = Omit<CourseRecord, "categoryIds" | "lecturerIds" | "deletedAt">;

/** What is left out has the default of its column; what is derived from others is filled in where it is stored. */
export type NewCourse = Pick<CourseRow, "id" | "slug" | "name"> & Partial<CourseRow>;

/** A name as a slug: lower case, words joined by hyphens; empty where nothing of the name can be written so. */
export const slugFrom = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 120)
    .replace(/^-|-$/g, "");
