import { insertCourse } from "#domain/catalog/courses/queries.ts";
import { insertLecture, insertSection } from "#domain/catalog/curriculum/queries.ts";
import { insertEnrollment } from "#domain/learning/enrollments/queries.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { recordProgress } from "#domain/learning/progress/queries.ts";
import { day, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import type { AMember, ASite } from "../../support/world.ts";
import type { Enrollment } from "../../../src/domain/learning/enrollments/enrollment.ts";

interface ACourse {
  id: string;
  slug: string;
  /** Id of the course's only lecture. */
  lectureId: string;
}

export async function aCourse({ site }: ASite, slug = `course-${newId()}`): Promise<ACourse> {
  const scope = { db: database, site };
  const [id, sectionId, lectureId] = [newId(), newId(), newId()];
  await insertCourse(scope, { id, slug, name: "Knots" }, now());
  await insertSection(scope, { id: sectionId, courseId: id, title: "One", position: 1 }, now());
  const lecture = { id: lectureId, courseId: id, sectionId, title: "Bowline", position: 1, kind: "video" } as const;
  await insertLecture(scope, lecture, now());
  return { id, slug, lectureId };
}

/** Enrolls the member some days ago, by default in a course of their own. */
export async function enroll(
  site: ASite,
  member: AMember,
  { daysAgo = 0, course, ...rest }: Partial<Enrollment> & { daysAgo?: number; course?: ACourse } = {},
) {
  const chosen = course ?? (await aCourse(site));
  const at = new Date(now().getTime() - daysAgo * day);
  const enrollment = { id: newId(), studentId: member.id, courseId: chosen.id, startsAt: at, enrolledAt: at, ...rest };
  await insertEnrollment({ db: database, site: site.site }, enrollment, now());
  return { ...chosen, enrollmentId: enrollment.id };
}

/** Stores a playback position and returns the lecture as the API serializes it. */
export async function watch(
  { site }: ASite,
  { enrollmentId, lectureId }: { enrollmentId: string; lectureId: string },
  positionSeconds: number,
): Promise<string> {
  const event = { enrollmentId, lectureId, kind: "position", positionSeconds, occurredAt: now() } as const;
  await recordProgress({ db: database, site, now: now() }, event);
  return formatId("lecture", lectureId);
}
