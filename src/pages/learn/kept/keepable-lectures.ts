import type { MyCourseInFull } from "#domain/learning/learning-pages/my-course.ts";
import { notFound } from "#domain/platform/problem.ts";
import { fingerprint } from "#lib/ids/fingerprint.ts";
import type { KeptCourseList, KeptLecture } from "#islands/offline/wire.ts";
import { cookieName } from "#http/cookies.ts";
import { islandsPath } from "#pages/islands/islands.ts";
import { pageOf } from "#pages/responses/page-request.ts";
import { keeperOf } from "#pages/responses/keeper.ts";
import { courseAddress, lectureAddress } from "../addresses.ts";
import type { LearnerContext } from "../learner.ts";
import { keptCopy } from "./addresses.ts";

/** Open lectures of a course, in order. */
export const openLectures = ({ outline }: Pick<MyCourseInFull, "outline">) =>
  outline.flatMap(({ lectures }) => lectures.filter(({ lock }) => lock === null));

/** Returns whether the member may keep the course: they study it, with an account, and see it themselves. */
export const isKeepable = (
  { session }: Pick<LearnerContext, "session">,
  enrollmentStatus: MyCourseInFull["enrollmentStatus"],
): boolean =>
  (enrollmentStatus === "active" || enrollmentStatus === "completed") &&
  session.viewedBy === undefined &&
  session.isGuest !== true;

export function requireKeepable(learner: LearnerContext, found: MyCourseInFull): void {
  if (!isKeepable(learner, found.enrollmentStatus)) throw notFound("course that you can keep", found.course.slug);
}

/** The pages of a course to keep. Their versions change with what they show. */
export function keptListOf(learner: LearnerContext, found: MyCourseInFull): KeptCourseList {
  const { course } = found;
  const address = courseAddress(course.slug);
  const open = openLectures(found);
  const look = lookOf(learner);
  const lectures = open.map(({ id, version, title, completedAt }, index): KeptLecture => {
    const page = lectureAddress(course.slug, id);
    const around = [open[index - 1], open[index + 1]].map((each) => each && [each.id, each.title]);
    return { address: page, copy: keptCopy(page), version: versionOf([look, version, title, completedAt, around]) };
  });
  return {
    keeper: keeperOf(learner),
    cookie: cookieName(learner.context.site, "keeper"),
    slug: course.slug,
    name: course.name,
    address,
    copy: keptCopy(address),
    version: courseVersionOf(learner, found),
    lectures,
  };
}

/** The version of the page of a course: each contact compares those of all kept courses. */
export const courseVersionOf = (learner: LearnerContext, { course, outline }: MyCourseInFull): string =>
  versionOf([lookOf(learner), course.name, outline]);

function lookOf(learner: LearnerContext) {
  const { locale, theme, timeZone } = pageOf(learner);
  return [locale, theme, timeZone, islandsPath];
}

const versionOf = (shown: unknown): string => fingerprint(JSON.stringify(shown), 16);
