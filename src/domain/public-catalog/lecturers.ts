import * as z from "zod";
import { type Sql, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { listing, mapPage, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { forAnyone, operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { fileAddress, publicFile } from "./public-file.ts";
import { isListed } from "#domain/catalog/courses/course-conditions.ts";

const PublicLecturerSummary = z.object({
  id: Id("lecturer"),
  slug: z.string(),
  name: z.string(),
  title: z.string().nullable(),
  pictureUrl: z.string().nullable(),
  url: z.string(),
});
export type PublicLecturerSummary = z.output<typeof PublicLecturerSummary>;

const PublicLecturer = PublicLecturerSummary.extend({
  bioMarkdown: z.string(),
  links: z.array(z.string()),
  /** Courses in the public catalog. */
  courses: z.array(z.object({ id: Id("course"), slug: z.string(), name: z.string(), url: z.string() })),
});

type Row = Omit<PublicLecturerSummary, "pictureUrl" | "url"> & { pictureFileId: string | null; position: number };

const columns: Sql = sql`
  lecturers.id, lecturers.slug, lecturers.name, lecturers.title, lecturers.position,
  ${publicFile(sql`lecturers`, sql`lecturers.picture_file_id`)} as picture_file_id`;

/** Condition for lecturers in the public catalog. */
export const isListedLecturer = sql`lecturers.visible and lecturers.deleted_at is null`;

const lecturers = listing<Row>({
  kind: "lecturer",
  table: sql`lecturers`,
  columns,
  searchable: true,
  keepsDeleted: false,
  defaultSort: "position",
  sorts: { position: "integer", name: "text" },
  filters: {},
});

export const browseLecturers = operation({
  name: "browseLecturers",
  summary: "List public lecturers",
  reads: forAnyone,
  input: lecturers.input.extend({ limit: z.number().int().min(1).max(100).default(20) }),
  output: pageSchemaOf(PublicLecturerSummary),
  run: async (context, input) =>
    mapPage(await lecturers.page(context, input, { confine: [isListedLecturer] }), (row) => serialize(context, row)),
});

export const showLecturer = operation({
  name: "showLecturer",
  summary: "Retrieve a public lecturer",
  description: "Includes their public courses.",
  reads: forAnyone,
  input: z.object({ lecturer: ReferenceTo("lecturer") }),
  output: PublicLecturer,
  async run(context, { lecturer: reference }) {
    const { db, site } = context;
    const found = await db.first<Row & { bioMarkdown: string; links: string[] }>`
      select ${columns}, lecturers.bio_markdown, lecturers.links
        from ${table("lecturers").withReference(site.id, reference)}
       where lecturers.site_id = ${site.id} and ${isListedLecturer}`;
    if (!found) throw notFound("lecturer", "id" in reference ? "with this ID" : reference.slug);
    return { ...serialize(context, found), courses: await coursesOf(context, found.id) };
  },
});

async function coursesOf({ db, site }: Context, lecturerId: string) {
  const found = await db.many<{ id: string; slug: string; name: string }>`
    select courses.id, courses.slug, courses.name from course_lecturers teaching
     cross join ${table("courses").joined(site.id, sql`teaching.course_id`)}
     where teaching.site_id = ${site.id} and teaching.lecturer_id = ${lecturerId} and ${isListed}
     order by courses.position, courses.id limit 100`;
  return found.map((course) => ({ ...course, url: `${site.origin}/courses/${course.slug}` }));
}

const serialize = <Input extends Row>(
  scope: SiteScope,
  { pictureFileId, position: _position, ...lecturer }: Input,
) => ({
  ...lecturer,
  pictureUrl: fileAddress(scope, pictureFileId),
  url: `${scope.site.origin}/lecturers/${lecturer.slug}`,
});

interface Teaching {
  teaching: Sql;
  key: Sql;
  id: string;
}

/** `lecturersOf` with their pictures. */
export async function portraitsOf(scope: SiteScope, { teaching, key, id }: Teaching) {
  const { db, site } = scope;
  const lecturers = await db.many<Omit<Row, "position">>`
    select lecturers.id, lecturers.slug, lecturers.name, lecturers.title,
           ${publicFile(sql`lecturers`, sql`lecturers.picture_file_id`)} as picture_file_id
      from ${teaching}
     cross join ${table("lecturers").joined(site.id, sql`${teaching}.lecturer_id`)}
     where ${teaching}.site_id = ${site.id} and ${teaching}.${key} = ${id}
       and lecturers.visible and lecturers.deleted_at is null
     order by ${teaching}.position`;
  return lecturers.map(({ pictureFileId, ...lecturer }) => ({
    ...lecturer,
    pictureUrl: fileAddress(scope, pictureFileId),
  }));
}

/** Returns the visible lecturers of a course or an event, in its order. `key` is the column of its ID in `teaching`. */
export const lecturersOf = ({ db, site }: SiteScope, { teaching, key, id }: Teaching) =>
  db.many<{ id: string; slug: string; name: string; title: string | null }>`
    select lecturers.id, lecturers.slug, lecturers.name, lecturers.title
      from ${teaching}
     cross join ${table("lecturers").joined(site.id, sql`${teaching}.lecturer_id`)}
     where ${teaching}.site_id = ${site.id} and ${teaching}.${key} = ${id}
       and lecturers.visible and lecturers.deleted_at is null
     order by ${teaching}.position`;
