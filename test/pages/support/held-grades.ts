import { applyHeldGrade } from "#domain/learning/submissions/jobs/apply-held-grade.ts";
import { database } from "../../support/databases/database.ts";
import { now } from "../../support/clock.ts";
import { storage } from "../../support/worlds/storage.ts";

/** Does what the queue does a minute after submissions of a site were graded in the browser. */
export async function endTheMinute({ site: { id: siteId } }: { site: { id: string } }): Promise<void> {
  const held = await database.pool.query<{ id: string; key: string }>(
    "select id, held_grade ->> 'key' as key from submissions where site_id = $1 and held_grade is not null",
    [siteId],
  );
  for (const { id, key } of held.rows) {
    await applyHeldGrade(database, { siteId, submissionId: id, key }, { now: now(), mail: undefined, storage });
  }
}
