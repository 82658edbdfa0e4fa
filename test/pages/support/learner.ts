import type { NewLecture } from "#domain/catalog/curriculum/lectures/lecture.ts";
import type { NewCourse } from "#domain/catalog/courses/course.ts";
import { database } from "../../support/databases/database.ts";
import { minute, now } from "../../support/clock.ts";
import { aCourse, enrollMember } from "../../support/worlds/lessons.ts";
import { aSite } from "../../support/world.ts";

export const ago = (minutes: number) => new Date(now().getTime() - minutes * minute).toISOString();

/** A member in a course of lectures with these fields. */
export async function aLearner(lectures: Partial<NewLecture>[], course: Partial<NewCourse> = {}) {
  const site = await aSite();
  const member = await site.member();
  const taught = await aCourse(site, [lectures], { course });
  const enrollment = await enrollMember(site, member, taught, { daysAgo: 1 });
  const browser = await site.signedIn(member);
  const [lesson] = taught.lessons;
  const state = async () => {
    const row = await database.first<{ status: string; isCompleted: boolean }>`
      select status, completed_at is not null as is_completed from enrollments
       where site_id = ${site.site.id} and id = ${enrollment}`;
    return row!;
  };
  return { site, member, browser, enrollment, lesson: lesson!, lessons: taught.lessons, state };
}

export const manual = { completionRule: { kind: "manual" } } as const;
