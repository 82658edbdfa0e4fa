import type { RequestContext } from "#domain/platform/context.ts";

const keys = {
  members: "id",
  courses: "id",
  sections: "id",
  lectures: "id",
  quizzes: "lecture_id",
  assignments: "lecture_id",
  enrollments: "id",
  quiz_attempts: "id",
  submissions: "id",
  lecture_progress: "id",
};

/** Every row that an import creates at a site, in a fixed order. `extra` adds columns, such as the row version. */
export async function rowsOf({ db, site }: RequestContext, extra = ""): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const [table, key] of Object.entries(keys)) {
    const { rows } = await db.pool.query(`select ${extra} * from ${table} where site_id = $1 order by ${key}`, [
      site.id,
    ]);
    found[table] = rows;
  }
  return found;
}
