import * as z from "zod";
import type { Database } from "#database/database.ts";
import type { Postbox } from "#domain/messages/mail/postbox.ts";
import { systemContext } from "#domain/platform/system-context.ts";
import { findSite } from "#domain/platform/site/queries.ts";
import { enrollBatch } from "../enroll-group.ts";
import { lockGroup } from "../queries.ts";

const Payload = z.object({
  siteId: z.uuid(),
  groupId: z.uuid(),
  courseIds: z.array(z.uuid()),
  studentIds: z.array(z.uuid()).nullable(),
  renewSince: z.coerce.date(),
  lecturerId: z.uuid().nullable(),
  after: z.uuid().nullable(),
});

/**
 * The job `enroll_group`: continues the enrollments of a group. Students who left the group meanwhile, and courses that
 * were removed from it, are left out.
 */
export async function enrollGroupStudents(
  db: Database,
  payload: unknown,
  now: Date,
  mail: Postbox | undefined,
): Promise<void> {
  const { siteId, ...enrollments } = Payload.parse(payload);
  const site = await findSite(db, siteId);
  if (!site) return;
  await db.transaction(async (inside) => {
    const context = { ...systemContext(inside, site, now), mail };
    const group = await lockGroup(context, enrollments.groupId);
    if (!group) return;
    const courseIds = enrollments.courseIds.filter((id) => group.courseIds.includes(id));
    await enrollBatch(context, { ...enrollments, courseIds });
  });
}
