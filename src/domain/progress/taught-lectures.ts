import { sql } from "#database/sql.ts";

/**
 * What students find of a course, and what counts for how far they are: for statements that read `lectures` of a site,
 * the join with their sections, and the condition.
 */
export const ofSections = sql`
  join sections on sections.site_id = lectures.site_id and sections.id = lectures.section_id
   and sections.status = 'published' and sections.deleted_at is null`;
export const isTaught = sql`
  lectures.status = 'published' and lectures.deleted_at is null and coalesce(lectures.min_role, 'student') = 'student'`;
