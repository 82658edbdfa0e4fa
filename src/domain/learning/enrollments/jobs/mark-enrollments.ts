import * as z from "zod";
import type { Database } from "#database/database.ts";
import { storePercentOfCourse } from "#domain/learning/progress/store-percent.ts";

const Payload = z.object({ siteId: z.uuid(), courseId: z.uuid() });

/**
 * The job `mark_enrollments`: stores the progress of the enrollments of a course after the lectures that count for it
 * have changed, and moves their `updated_at`.
 */
export const markEnrollments = (db: Database, payload: unknown, now: Date): Promise<void> =>
  storePercentOfCourse(db, Payload.parse(payload), now);
