import { newId } from "#domain/platform/ids.ts";
import { mustGet } from "#lib/collections/must-get.ts";
import type { Random } from "../random.ts";
import { type Calendar, plusDays, plusMinutes } from "./calendar.ts";
import type { Catalog, CourseFacts } from "./catalog.ts";
import { graceDays } from "./store-memberships.ts";
import type { Habit, Learning, Membership, Person, Step } from "./history.ts";

interface Making {
  calendar: Calendar;
  random: Random;
  catalog: Catalog;
  /** By slug of the course. */
  popularity: ReadonlyMap<string, number>;
}

/** Courses per person, days between two lectures, and the chance to stop after a lecture. */
const habits: Record<Habit, { courses: [number, number]; gap: [number, number]; stops: number }> = {
  keen: { courses: [2, 4], gap: [0.6, 2.5], stops: 0.01 },
  steady: { courses: [1, 3], gap: [1, 4.5], stops: 0.05 },
  casual: { courses: [1, 2], gap: [2, 8], stops: 0.16 },
  gone: { courses: [1, 1], gap: [1, 5], stops: 0.4 },
  visitor: { courses: [0, 0], gap: [1, 1], stops: 1 },
};

/** Decides which courses the members take, and how far they get. */
export function learn(making: Making, people: readonly Person[], memberships: readonly Membership[]): Learning[] {
  const memberOf = new Map(memberships.map((membership) => [membership.person.id, membership]));
  return people.flatMap((person) => {
    const { random, calendar } = making;
    const membership = memberOf.get(person.id);
    const taken = new Set<string>();
    const learning: Learning[] = [];
    let start = calendar.after(person.joinedAt, 0, 2);
    for (let left = random.whole(...habits[person.habit].courses); left > 0 && calendar.isPast(start); left--) {
      const current =
        membership && membership.startsAt < start && !(membership.endsAt && membership.endsAt < start)
          ? membership
          : undefined;
      const course = chooseCourse(making, taken, current !== undefined);
      taken.add(course.slug);
      learning.push(enrollIn(making, { person, course, enrolledAt: start, membership: current }));
      start = calendar.after(start, 6, 34);
    }
    return learning;
  });
}

function chooseCourse({ random, catalog, popularity }: Making, taken: ReadonlySet<string>, isMember: boolean) {
  const open = catalog.courses.filter(
    ({ slug, courseType }) => !taken.has(slug) && (isMember || courseType !== "membership_only"),
  );
  const weights = Object.fromEntries(open.map(({ slug }) => [slug, popularity.get(slug) ?? 1]));
  const slug = random.weighted(weights);
  return mustGet(new Map(open.map((course) => [course.slug, course])), slug);
}

interface Enrolling {
  person: Person;
  course: CourseFacts;
  enrolledAt: Date;
  membership: Membership | undefined;
}

function enrollIn(making: Making, { person, course, enrolledAt, membership }: Enrolling): Learning {
  const plan = course.courseType === "paid" && !membership ? chosenPlan(making, course) : undefined;
  const source = course.courseType === "free" ? "free" : plan ? "purchase" : "membership";
  // Access by a membership ends with it.
  const until = source === "membership" ? (membership?.endsAt ?? null) : null;
  const steps = stepsOf(making, person.habit, course, enrolledAt).filter(
    ({ openedAt, doneAt }) => !until || (doneAt ?? openedAt) < until,
  );
  const isDone = steps.length === course.lectures.length && steps.every(({ doneAt }) => doneAt !== null);
  return {
    id: newId(),
    person,
    course,
    source,
    sourceId: source === "membership" ? (membership?.id ?? null) : null,
    planId: plan?.id ?? null,
    enrolledAt,
    steps,
    expiresAt: plan?.days ? plusDays(enrolledAt, plan.days) : source === "membership" ? accessEnd(membership) : null,
    completedAt: isDone ? (steps.at(-1)?.doneAt ?? null) : null,
    revoked: null,
  };
}

/** One bought course that a person has completed, besides those that they have begun. */
export function finish({ calendar, catalog }: Making, person: Person, begun: ReadonlySet<string>): Learning[] {
  const course = catalog.courses.find(
    ({ slug, courseType, plans }) =>
      courseType === "paid" && !begun.has(slug) && plans.some(({ planType }) => planType === "one_time"),
  );
  const plan = course?.plans.find(({ planType }) => planType === "one_time");
  if (!course || !plan) return [];
  const enrolledAt = calendar.after(person.joinedAt, 1, 2);
  const steps = course.lectures.map((lecture, index) => {
    const openedAt = calendar.after(plusDays(enrolledAt, index * 2), 0, 1);
    return { lecture, openedAt, doneAt: plusMinutes(openedAt, lecture.durationSeconds / 60 + 1) };
  });
  const completedAt = steps.at(-1)?.doneAt ?? null;
  const bought = { source: "purchase" as const, sourceId: null, planId: plan.id, expiresAt: null };
  return [{ id: newId(), person, course, ...bought, enrolledAt, steps, completedAt, revoked: null }];
}

/** Access lasts for the days of grace after an unpaid renewal. */
const accessEnd = (membership: Membership | undefined): Date | null =>
  membership?.status === "past_due" && membership.periodEnd
    ? plusDays(membership.periodEnd, graceDays)
    : (membership?.periodEnd ?? null);

/** Mostly the first plan. No installments: the rest of them would be due later. */
function chosenPlan({ random }: Making, { plans }: CourseFacts) {
  const open = plans.filter(({ planType }) => planType !== "installments");
  return random.chance(0.75) ? open[0] : open.at(-1);
}

function stepsOf({ random, calendar }: Making, habit: Habit, { lectures }: CourseFacts, enrolledAt: Date): Step[] {
  const { gap, stops } = habits[habit];
  const steps: Step[] = [];
  let openedAt = calendar.after(enrolledAt, 0, 1);
  for (const lecture of lectures) {
    if (!calendar.isPast(openedAt)) break;
    const doneAt = plusMinutes(openedAt, random.between(0.7, 1.6) * (lecture.durationSeconds / 60) + 0.5);
    const isLast = random.chance(stops);
    if (!calendar.isPast(doneAt) || (isLast && random.chance(0.5))) {
      steps.push({ lecture, openedAt, doneAt: null });
      break;
    }
    steps.push({ lecture, openedAt, doneAt });
    if (isLast) break;
    // Sometimes two lectures in one evening.
    openedAt = random.chance(0.25) ? plusMinutes(doneAt, random.between(1, 9)) : calendar.after(doneAt, ...gap);
  }
  return steps;
}
