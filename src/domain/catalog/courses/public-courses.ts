import { sql } from "#database/statements/sql.ts";

/**
 * Conditions for courses in the public catalog (listed) and by direct link (visible). Unlisted courses are visible
 * only by direct link.
 */
export const isListed = sql`courses.status = 'published' and courses.visibility = 'public' and courses.deleted_at is null`;
export const isVisible = sql`
  courses.status = 'published' and courses.visibility in ('public', 'unlisted') and courses.deleted_at is null`;
