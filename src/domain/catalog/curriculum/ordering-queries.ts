import { sql } from "#database/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { changedRows, changesAt } from "#domain/platform/rows-by-key.ts";
import { recountCourses } from "./tree/recount-courses.ts";

/** Sets positions from 0 in this order. */
export async function arrangeSections({ db, site }: SiteScope, ids: readonly string[], now: Date): Promise<void> {
  await db.run`
    update sections set position = changed.number - 1, version = version + 1, updated_at = ${now}
      from ${changesAt(site.id, sql`unnest(${ids}::uuid[]) with ordinality as input (id, number)`)}
     where sections.site_id = changed.site_id and sections.id = changed.id and sections.position <> changed.number - 1`;
}

/** Sets positions from 0 in this order, within the section. */
export const arrangeLectures = (scope: SiteScope, ids: readonly string[], now: Date): Promise<void> =>
  moveLectures(
    scope,
    ids.map((id, position) => ({ id, sectionId: null, position })),
    now,
  );

/** Moves lectures to a section and position. Without a section, they stay in theirs. */
export async function moveLectures(
  scope: SiteScope,
  positions: readonly { id: string; sectionId: string | null; position: number }[],
  now: Date,
): Promise<void> {
  const { db, site } = scope;
  await db.run`
    update lectures
       set section_id = coalesce(changed.section_id, lectures.section_id), position = changed.position,
           version = lectures.version + 1, updated_at = ${now}
      from ${changedRows(sql`lectures`, site.id, positions)}
     where lectures.site_id = changed.site_id and lectures.id = changed.id
       and (lectures.position <> changed.position or lectures.section_id <> changed.section_id)`;
  // Sections of drafts hide their lectures.
  const moved = positions.flatMap(({ id, sectionId }) => (sectionId === null ? [] : id));
  await recountCourses(scope, "lectures", moved);
}
