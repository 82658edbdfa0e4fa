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
import { Id, formatId } from "#domain/platform/ids.ts";
import { End, Instant, Start } from "#domain/platform/time/instant.ts";
import { versionedResource } from "#domain/platform/versioned.ts";
import { trimmed } from "#lib/wire/trimmed.ts";
import type { SiteScope } from "#domain/platform/context.ts";

export const courseStatuses = ["draft", "published", "archived"] as const;
const visibilities = ["public", "unlisted", "members_only"] as const;
const courseTypes = ["free", "paid", "pre_order", "membership_only"] as const;
const levels = ["beginner", "intermediate", "advanced", "all"] as const;

/** Controls when lectures open for enrolled students. */
const Drip = z.object({ mode: z.enum(["none", "by_enrollment_day", "by_date", "sequential"]) }).meta({ id: "Drip" });

/** The conditions for completing a course. */
const Completion = z
  .object({
    requiredPercent: z.number().int().min(1).max(100),
    requireQuizzes: z.boolean(),
    requireAssignments: z.boolean(),
  })
  .meta({ id: "Completion" });

const Lines = z.array(trimmed().min(1).max(300)).max(30);

/** Client-writable course fields. */
export const writableCourse = {
  name: Name,
  slug: Slug,
  subtitle: trimmed().max(300).nullable(),
  descriptionMarkdown: Markdown,
  visibility: z.enum(visibilities),
  courseType: z.enum(courseTypes),
  language: LanguageTag,
  level: z.enum(levels).nullable(),
  categoryIds: z.array(Id("courseCategory")).max(50),
  tags: Tags,
  /** In display order. */
  lecturerIds: z.array(Id("lecturer")).max(50),
  coverFileId: Id("file").nullable(),
  promoVideoAttachmentId: Id("attachment").nullable().meta({
    description: "A public preview video of a lecture of the course",
  }),
  outcomes: Lines,
  requirements: Lines,
  audience: Lines,
  /** Applies to enrollments without a plan. */
  access: AccessRule,
  drip: Drip,
  completion: Completion,
  commentsEnabled: z.boolean(),
  position: z.number().int().min(0).max(1_000_000),
  availableFrom: Start.nullable(),
  availableUntil: End.nullable(),
  seo: Seo,
  externalId: ExternalId.nullable(),
  metadata: Metadata,
};

/** A course with sections and lectures. */
export const Course = versionedResource("course", {
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
  /** Public address of the course page. */
  url: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
});

/** A course in a list, without the description and the promo video. */
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

/** A stored course with its categories and lecturers. */
export interface CourseRecord extends Omit<z.output<typeof Course>, "object" | "url" | "coverUrl" | "ratingAverage"> {
  ratingSum: number;
  version: number;
  deletedAt: Date | null;
}

/** A course record without the fields that only a single-course response has. */
export type ListedCourse = Omit<
  CourseRecord,
  "promoVideoAttachmentId" | "descriptionMarkdown" | "descriptionHtml" | "deletedAt"
>;

/** Columns of the `courses` table. */
export type CourseRow = Omit<CourseRecord, "categoryIds" | "lecturerIds" | "deletedAt">;

/** Absent fields get their column defaults. Derived fields are computed on insert. */
export type NewCourse = Pick<CourseRow, "id" | "slug" | "name"> & Partial<CourseRow>;

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
