import * as z from "zod";
import { sql } from "#database/sql.ts";
import { ReferenceTo } from "#domain/fields.ts";
import { Id } from "#domain/ids.ts";
import { Instant } from "#domain/instant.ts";
import { range } from "#domain/listing/filters.ts";
import { listing, pageOf } from "#domain/listing/listing.ts";
import { forAnyone, operation } from "#domain/operation.ts";
import { requireVisibleCourse } from "./courses.ts";

/** What a student said of a course, for everybody: not who it was. */
const PublicReview = z.object({
  id: Id("review"),
  rating: z.number().int().min(1).max(5),
  title: z.string().nullable(),
  body: z.string(),
  reply: z.string().nullable(),
  createdAt: Instant,
});
type Row = z.output<typeof PublicReview>;

const reviews = listing<Row>({
  kind: "review",
  table: sql`reviews`,
  columns: sql`reviews.id, reviews.rating, reviews.title, reviews.body, reviews.reply, reviews.created_at`,
  keepsDeleted: false,
  defaultSort: "-createdAt",
  sorts: { createdAt: { column: sql`reviews.created_at`, type: "timestamptz", of: (row: Row) => row.createdAt } },
  filters: { rating: range(z.number().int().min(1).max(5), sql`reviews.rating`) },
});

export const browseCourseReviews = operation({
  name: "browseCourseReviews",
  summary: "List the published reviews of a course that everybody may see, newest first",
  access: forAnyone,
  writes: false,
  input: reviews.input.extend({
    course: ReferenceTo("course"),
    limit: z.number().int().min(1).max(100).default(20),
  }),
  output: pageOf(PublicReview),
  async run(context, { course: reference, ...asked }) {
    const { id } = await requireVisibleCourse(context, reference);
    const ofCourse = sql`reviews.course_id = ${id} and reviews.status = 'published' and reviews.deleted_at is null`;
    return reviews.page(context, asked, ofCourse);
  },
});
