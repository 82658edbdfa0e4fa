import { inIndexOrder } from "#database/statements/statement.ts";
import { table } from "#database/table/table.ts";
import { isListed } from "#domain/catalog/courses/course-conditions.ts";
import { publicFileUrl } from "#domain/files/files/file-address.ts";
import type { Context } from "#domain/platform/context.ts";
import { requireSession } from "#domain/platform/callers/require-session.ts";
import { nilUuid } from "#lib/ids/nil-uuid.ts";
import { startedOf } from "./included-courses.ts";

/** A course of the catalog that the member has not started. */
export interface RecommendedCourse {
  slug: string;
  name: string;
  subtitle: string | null;
  language: string;
  coverUrl: string | null;
}

interface Row extends Omit<RecommendedCourse, "coverUrl"> {
  id: string;
  coverFileId: string | null;
}

/** A page reads few rows, however many courses a category has: more of them are in the catalog. */
const maxCategories = 4;
const perCategory = 20;
const batch = 50;
/** Without a bound and statistics, the planner would sort all courses of the site. */
const firstPosition = -2_147_483_648;

/** Returns public courses for the time after a course: of the same categories, otherwise the first of the catalog. */
export async function recommendCourses(
  context: Context,
  courseId: string,
  count: number,
): Promise<RecommendedCourse[]> {
  const related = await notStarted(context, await ofSameCategories(context, courseId), courseId);
  const recommended = related.length > 0 ? related : await notStarted(context, await firstOfCatalog(context), courseId);
  return recommended.slice(0, count).map(({ slug, name, subtitle, language, coverFileId }) => ({
    slug,
    name,
    subtitle,
    language,
    coverUrl: publicFileUrl(context.site, coverFileId),
  }));
}

async function notStarted(context: Context, courses: readonly Row[], courseId: string): Promise<Row[]> {
  const ids = courses.map(({ id }) => id);
  const started = await startedOf(context, requireSession(context).memberId, ids);
  return courses.filter(({ id }) => id !== courseId && !started.has(id));
}

async function ofSameCategories({ db, site }: Context, courseId: string): Promise<Row[]> {
  const categories = await db.many<{ categoryId: string }>`
    select found.category_id from (
      select course_id, category_id from course_category_entries
       where site_id = ${site.id} and (course_id, category_id) > (${courseId}::uuid, ${nilUuid}::uuid)
       order by course_id, category_id limit ${maxCategories} ${inIndexOrder}) as found
     where found.course_id = ${courseId}`;
  const categoryIds = categories.map(({ categoryId }) => categoryId);
  const entries = await db.many<{ courseId: string }>`
    select found.course_id from unnest(${categoryIds}::uuid[]) as requested (category_id)
     cross join ${inIndexOrder} lateral (
       select course_id, category_id from course_category_entries
        where site_id = ${site.id} and (category_id, course_id) > (requested.category_id, ${nilUuid}::uuid)
        order by category_id, course_id limit ${perCategory}) as found
     where found.category_id = requested.category_id`;
  const ids = [...new Set(entries.map(({ courseId: id }) => id))];
  return db.many<Row>`
    select courses.id, courses.slug, courses.name, courses.subtitle, courses.language, courses.cover_file_id
      from ${table("courses").withIds(site.id, ids)}
     where ${isListed}
     order by courses.position, courses.id limit ${batch}`;
}

const firstOfCatalog = ({ db, site }: Context): Promise<Row[]> => db.many<Row>`
  select courses.id, courses.slug, courses.name, courses.subtitle, courses.language, courses.cover_file_id from courses
   where courses.site_id = ${site.id} and ${isListed}
     and (courses.position, courses.id) > (${firstPosition}::integer, ${nilUuid}::uuid)
   order by courses.position, courses.id limit ${batch} ${inIndexOrder}`;
