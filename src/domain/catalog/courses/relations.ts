import { contentOf } from "#database/content/content-of.ts";
import { countedAt } from "#domain/platform/time/content-time.ts";
import { type Sql, sql } from "#database/statements/sql.ts";
import { table, tableNamed } from "#database/table/table.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";

/** Recomputes the denormalized category and lecturer IDs of courses. */
const denormalized: Sql = sql`
  category_ids = (select coalesce(json_agg(entries.category_id order by entries.category_id), '[]')
                    from course_category_entries entries
                   where entries.site_id = courses.site_id and entries.course_id = courses.id),
  lecturer_ids = (select coalesce(json_agg(teaching.lecturer_id order by teaching.position, teaching.lecturer_id), '[]')
                    from course_lecturers teaching
                   where teaching.site_id = courses.site_id and teaching.course_id = courses.id)`;

/**
 * Many-to-many relations of courses: the related table, the join table with its column, and extra columns of the join
 * table.
 */
const relations = {
  category: {
    owners: sql`course_categories`,
    table: sql`course_category_entries`,
    column: sql`category_id`,
    extraColumns: sql``,
  },
  lecturer: {
    owners: sql`lecturers`,
    table: sql`course_lecturers`,
    column: sql`lecturer_id`,
    extraColumns: sql`, position`,
  },
} as const;

type Relation = keyof typeof relations;

/**
 * Counts the courses, excluding deleted ones, of each row of `owners`. Looks up each course by key, because the
 * planner may execute a join by reading every course of the site.
 */
export const countCourses = (relation: Relation, owners: Sql): Sql => {
  const { table, column } = relations[relation];
  return sql`
    (select count(*) from ${table} related
      where related.site_id = ${owners}.site_id and related.${column} = ${owners}.id
        and (select courses.deleted_at is null from courses
              where courses.site_id = related.site_id and courses.id = related.course_id))`;
};

/** Returns true if the category or lecturer has courses that are not deleted. */
export const hasCourses = async ({ db, site }: SiteScope, relation: Relation, id: string): Promise<boolean> => {
  const { table, column } = relations[relation];
  const found = await db.first`
    select courses.id from ${table} related
      join courses on courses.site_id = related.site_id and courses.id = related.course_id
     where related.site_id = ${site.id} and related.${column} = ${id} and courses.deleted_at is null
     limit 1`;
  return found !== undefined;
};

interface Relations {
  categoryIds?: readonly string[] | undefined;
  lecturerIds?: readonly string[] | undefined;
}

/**
 * Replaces the categories and lecturers of a course, in order. Absent lists stay unchanged. The caller must lock the
 * course and increment its version, and lock the related rows against deletion (`missingRelations`).
 */
export async function relate(
  context: Pick<Context, "db" | "site" | "now">,
  courseId: string,
  { categoryIds, lecturerIds }: Relations,
): Promise<void> {
  const { db, site } = context;
  if (categoryIds) {
    const removed = await db.write.many<{ id: string }>`
      delete from course_category_entries where site_id = ${contentOf(site.id)} and course_id = ${courseId}
      returning category_id as id`;
    await markChanged(context, "category", removed, categoryIds);
    await db.run`
      insert into course_category_entries (site_id, course_id, category_id)
      select ${contentOf(site.id)}, ${courseId}, category_id from unnest(${[...new Set(categoryIds)]}::uuid[]) as category_id`;
  }
  if (lecturerIds) {
    const removed = await db.write.many<{ id: string }>`
      delete from course_lecturers where site_id = ${contentOf(site.id)} and course_id = ${courseId} returning lecturer_id as id`;
    await markChanged(context, "lecturer", removed, lecturerIds);
    await db.run`
      insert into course_lecturers (site_id, course_id, lecturer_id, position)
      select ${contentOf(site.id)}, ${courseId}, lecturer_id, position
        from unnest(${[...new Set(lecturerIds)]}::uuid[]) with ordinality as teaching (lecturer_id, position)`;
  }
  if (categoryIds ?? lecturerIds) {
    await db.run`update courses set ${denormalized} where site_id = ${contentOf(site.id)} and id = ${courseId}`;
  }
}

/** Marks the categories or lecturers whose number of courses changes as updated. */
async function markChanged(
  context: Pick<Context, "db" | "site" | "now">,
  relation: Relation,
  removed: readonly { id: string }[],
  added: readonly string[],
): Promise<void> {
  const before = new Set(removed.map(({ id }) => id));
  await markUpdated(context, relation, [...before.symmetricDifference(new Set(added))]);
}

/**
 * Moves `updated_at`, because the number of courses changes. The version stays: nothing was edited. Locked rows are left
 * out: the transaction that changes or deletes one moves its `updated_at`, and can wait for courses locked by this one.
 */
async function markUpdated(
  { db, site, now }: Pick<Context, "db" | "site" | "now">,
  relation: Relation,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const { owners } = relations[relation];
  await db.run`
    update ${owners} set ${relation === "lecturer" ? countedAt(owners, now) : sql`updated_at = ${now}`}
     where site_id = ${contentOf(site.id)}
       and id in (select id from ${tableNamed(owners).withIds(site.id, ids)} order by id for no key update skip locked)`;
}

/** Marks the categories, lecturers and groups of a course that is deleted or restored as updated. */
export async function markRelatedUpdated(
  context: Pick<Context, "db" | "site" | "now">,
  courseId: string,
): Promise<void> {
  const { db, site, now } = context;
  for (const relation of ["category", "lecturer"] as const) {
    const { table, column } = relations[relation];
    const related = await db.many<{ id: string }>`
      select ${column} as id from ${table} where site_id = ${site.id} and course_id = ${courseId}`;
    await markUpdated(
      context,
      relation,
      related.map(({ id }) => id),
    );
  }
  // A group names its courses that are not deleted.
  await db.run`
    update groups set updated_at = ${now}
     where site_id = ${site.id}
       and id in (select id from groups
                   where site_id = ${site.id} and deleted_at is null
                     and id in (select group_id from group_courses
                                 where site_id = ${site.id} and course_id = ${courseId})
                   order by id for no key update skip locked)`;
}

/** Rows that name categories or lecturers, by the join table and its column, in the order in which they are locked. */
const naming: Readonly<Record<Relation, readonly { rows: Sql; table: Sql; column: Sql }[]>> = {
  category: [{ rows: sql`courses`, table: sql`course_category_entries`, column: sql`course_id` }],
  lecturer: [
    { rows: sql`courses`, table: sql`course_lecturers`, column: sql`course_id` },
    { rows: sql`events`, table: sql`event_lecturers`, column: sql`event_id` },
    { rows: sql`consulting_services`, table: sql`consulting_service_lecturers`, column: sql`service_id` },
  ],
};

/**
 * Locks categories or lecturers for deletion, together with their courses, events and consulting services. Until the
 * transaction ends, none of these can change, and no others can be assigned to them.
 */
export async function lockWithDependents({ db, site }: SiteScope, relation: Relation, ids: readonly string[]) {
  const { owners, column: owner } = relations[relation];
  const lockDependents = async () => {
    for (const { rows, table, column } of naming[relation]) {
      await db.run`
        select id from ${rows}
         where site_id = ${site.id}
           and id in (select ${column} from ${table} where site_id = ${site.id} and ${owner} = any(${ids}::uuid[]))
         order by id for no key update`;
    }
  };
  // Dependents first, in ID order, as in every write to them. Otherwise, deadlocks are possible.
  await lockDependents();
  await db.run`select id from ${tableNamed(owners).withIds(site.id, ids)} order by id for update`;
  // Also locks rows assigned in the meantime. A statement sees what was committed before it began, not before its locks
  // were granted.
  await lockDependents();
}

/**
 * Removes categories or lecturers from their courses and, if `to` is set, assigns that one at the same position.
 * Updates the denormalized IDs and the versions of the courses. Returns the IDs of the courses that are not deleted.
 * The caller must hold the locks of `lockWithDependents`.
 */
export async function reassignAll(
  { db, site }: SiteScope,
  relation: Relation,
  from: readonly string[],
  to: string | null,
  now: Date,
): Promise<string[]> {
  const { table, column, extraColumns } = relations[relation];
  const taken = await db.write.many<{ courseId: string }>`
    with taken as (delete from ${table} where site_id = ${contentOf(site.id)} and ${column} = any(${from}::uuid[])
                   returning site_id, course_id ${extraColumns}),
         inserted as (insert into ${table} (site_id, course_id ${extraColumns}, ${column})
                   select site_id, course_id ${extraColumns}, ${to}::uuid from taken where ${to}::uuid is not null
                   on conflict do nothing)
    select course_id from taken`;
  if (to !== null && taken.length > 0) await markUpdated({ db, site, now }, relation, [to]);
  const ids = taken.map(({ courseId }) => courseId);
  const changed = await db.write.many<{ id: string; deletedAt: Date | null }>`
    update courses set ${denormalized}, version = version + 1, updated_at = ${now}
     where site_id = ${contentOf(site.id)} and id = any(${ids}::uuid[])
    returning id, deleted_at`;
  return changed
    .filter(({ deletedAt }) => deletedAt === null)
    .map(({ id }) => id)
    .toSorted();
}

/**
 * Returns one category and one lecturer that do not exist, if any. Locks the existing ones against deletion until the
 * transaction ends.
 */
export async function missingRelations({ db, site }: SiteScope, { categoryIds = [], lecturerIds = [] }: Relations) {
  const categories = await db.many<{ id: string }>`
    select id from ${table("course_categories").withIds(site.id, categoryIds)}
     where ${table("course_categories").present} for key share`;
  const lecturers = await db.many<{ id: string }>`
    select id from ${table("lecturers").withIds(site.id, lecturerIds)} where ${table("lecturers").present} for key share`;
  const existingIds = new Set([...categories, ...lecturers].map(({ id }) => id));
  return {
    category: categoryIds.find((id) => !existingIds.has(id)),
    lecturer: lecturerIds.find((id) => !existingIds.has(id)),
  };
}
