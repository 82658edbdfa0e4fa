import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { isListed } from "#domain/catalog/courses/course-conditions.ts";
import { table } from "#database/table/table.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { matching, range, withoutIndex } from "#domain/platform/listing/filters.ts";
import { listing, mapPage, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { personOf } from "#domain/platform/joined-person.ts";
import { publicName } from "#lib/text/public-name.ts";
import { forAnyone, operation } from "#domain/platform/operation.ts";
import { Rating } from "#domain/feedback/reviews/review.ts";
import { findSchool } from "#domain/site/school/queries.ts";
import { settingsFrom } from "#domain/site/school/settings.ts";
import { requireVisibleCourse } from "./courses.ts";
import { untrusted } from "#lib/wire/untrusted.ts";

/** A public review of a course: its rating and, if it was published, its text. */
const PublicReview = z.object({
  id: Id("review"),
  rating: z.number().int().min(1).max(5),
  title: untrusted(z.string().nullable()),
  body: untrusted(z.string()),
  author: untrusted(
    z
      .string()
      .nullable()
      .meta({ description: "Name of the reviewer as the school displays it. Null if the school hides names." }),
  ),
  reply: z.string().nullable(),
  repliedAt: Instant.nullable(),
  editedAt: Instant.nullable(),
  createdAt: Instant,
});
export type PublicReview = z.output<typeof PublicReview>;

/** Reviews whose text is public. The ratings of all others count and are listed as well, without their texts. */
const isPublic = sql`reviews.status = 'published'`;

const hasWords = sql`(${isPublic} and (reviews.title is not null or reviews.body <> ''))`;

const reviews = listing<PublicReview>({
  kind: "review",
  table: sql`reviews`,
  columns: sql`
    reviews.id, reviews.rating, case when ${isPublic} then reviews.title end as title,
    case when ${isPublic} then reviews.body else '' end as body, case when ${isPublic} then person.name end as author,
    case when ${isPublic} then reviews.reply end as reply, case when ${isPublic} then reviews.replied_at end as replied_at,
    case when ${isPublic} then reviews.edited_at end as edited_at, reviews.created_at`,
  joins: personOf(sql`reviews`),
  keepsDeleted: false,
  defaultSort: "-createdAt",
  sorts: { createdAt: "timestamptz" },
  filters: {
    rating: withoutIndex(range(Rating, sql`reviews.rating`)),
    withWords: matching(
      z.boolean().meta({ description: "True: only reviews with a title or text. False: only ratings without text." }),
      (withText) => (withText ? hasWords : sql`not ${hasWords}`),
    ),
  },
});

export const browseCourseReviews = operation({
  name: "browseCourseReviews",
  summary: "List the public reviews of a course",
  description:
    "Newest first. Each rating is listed, as each counts. Texts that await approval or were hidden are left out, with their authors.",
  reads: forAnyone,
  input: reviews.input.extend({
    course: ReferenceTo("course"),
    limit: z.number().int().min(1).max(100).default(20),
  }),
  output: pageSchemaOf(PublicReview),
  async run(context, { course: reference, ...requested }) {
    const { id } = await requireVisibleCourse(context, reference);
    const page = await reviews.page(context, requested, {
      of: sql`reviews.course_id = ${id}`,
      confine: [sql`reviews.deleted_at is null`],
    });
    const { namesInReviews } = settingsFrom((await findSchool(context)).settings).privacy;
    return mapPage(page, (row) => ({ ...row, author: publicName(row.author, namesInReviews) }));
  },
});

export const showCourseRatings = operation({
  name: "showCourseRatings",
  summary: "Retrieve the rating distribution of a course",
  reads: forAnyone,
  input: z.object({ course: ReferenceTo("course") }),
  output: z.object({
    shown: z.boolean(),
    /** From five stars to one. */
    counts: z.array(z.object({ rating: Rating, count: z.number().int() })),
  }),
  async run(context, { course: reference }) {
    const { id } = await requireVisibleCourse(context, reference);
    const { db, site } = context;
    const found = await db.many<{ rating: number; count: number }>`
      select reviews.rating, count(*) as count from reviews
       where reviews.site_id = ${site.id} and reviews.course_id = ${id} and reviews.deleted_at is null
       group by reviews.rating`;
    const counted = new Map(found.map(({ rating, count }) => [rating, count]));
    const counts = [5, 4, 3, 2, 1].map((rating) => ({ rating, count: counted.get(rating) ?? 0 }));
    return { shown: settingsFrom((await findSchool(context)).settings).general.showRatings, counts };
  },
});

/** A review that the school quotes. */
export interface QuotedReview {
  id: string;
  rating: number;
  body: string;
  /** As the school displays names. */
  author: string | null;
  course: string;
  slug: string;
}

export const showQuotedReviews = operation({
  name: "showQuotedReviews",
  summary: "Retrieve reviews that the school quotes",
  description: "In the given order, without reviews and courses that are not public.",
  reads: forAnyone,
  input: z.object({ ids: z.array(Id("review")).max(100) }),
  output: z.custom<QuotedReview[]>(),
  async run(context, { ids }) {
    if (ids.length === 0) return [];
    const { db, site } = context;
    const reviews = await db.many<QuotedReview>`
      select reviews.id, reviews.rating, coalesce(nullif(reviews.body, ''), reviews.title) as body,
             person.name as author, courses.name as course, courses.slug
        from ${table("reviews").withIds(site.id, ids)}
       cross join ${table("courses").joined(site.id, sql`reviews.course_id`)}
        ${personOf(sql`reviews`)}
       where ${isPublic} and reviews.deleted_at is null and (reviews.title is not null or reviews.body <> '')
         and ${isListed}`;
    const { namesInReviews } = settingsFrom((await findSchool(context)).settings).privacy;
    const byId = new Map(reviews.map((row) => [row.id, { ...row, author: publicName(row.author, namesInReviews) }]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  },
});
