import type { DemoOffers } from "../content/school-files.ts";
import type { Random } from "../random.ts";
import { type Calendar, plusDays } from "./calendar.ts";
import type { Catalog, CourseFacts } from "./catalog.ts";
import { type Learning, type Outcome, type Person, type Sale, saleOf } from "./history.ts";

interface Making {
  calendar: Calendar;
  random: Random;
  catalog: Catalog;
  reasons: readonly string[];
  guest: Person;
}

const nameOf = (course: CourseFacts, plan: { name: string }) => `${course.name} – ${plan.name}`;

/** The orders of the enrollments that were bought. Sets their source. */
export function sellCourses({ random, calendar, reasons, guest }: Making, learning: readonly Learning[]): Sale[] {
  const bought = learning.filter(({ source }) => source === "purchase");
  const sales = bought.map((one) => {
    const plan = one.course.plans.find(({ id }) => id === one.planId);
    if (!plan) throw new Error("A bought enrollment has a plan.");
    const about = { productType: "course_plan" as const, productId: plan.id, name: nameOf(one.course, plan) };
    const made = saleOf(one.enrolledAt, one.person, { ...about, amount: plan.amount, fulfilledId: one.id });
    one.sourceId = made.lineId;
    return made;
  });
  const ofOthers = sales.filter(({ person }) => person !== guest);
  const old = random.shuffled(ofOthers.filter(({ at }) => at < plusDays(calendar.now, -25)));
  for (const made of old.slice(0, 3)) end(made, learning, "refunded", random.pick(reasons), plusDays(made.at, 4));
  for (const made of old.slice(3, 5)) made.outcome = "partially_refunded";
  const [disputed] = ofOthers
    .filter(({ at, outcome }) => outcome === "paid" && at < plusDays(calendar.now, -6))
    .slice(-1);
  if (disputed) end(disputed, learning, "disputed", "dispute", plusDays(disputed.at, 3));
  return sales;
}

/** A refund or a dispute ends the access, and what the member learned after it never happened. */
function end(made: Sale, learning: readonly Learning[], outcome: Outcome, reason: string, at: Date): void {
  made.outcome = outcome;
  const ended = learning.find(({ id }) => id === made.fulfilledId);
  if (!ended) return;
  ended.revoked = { at, reason, cause: outcome === "disputed" ? "dispute" : "refund" };
  ended.steps = ended.steps
    .filter(({ openedAt, doneAt }) => openedAt < at && (doneAt === null || doneAt < at))
    .slice(0, 2);
  ended.completedAt = null;
}

/** Checkouts that led to nothing, and the ones that wait for a bank transfer. */
export function abandon(
  { random, catalog, calendar }: Making,
  { people, learning, guest }: { people: readonly Person[]; learning: readonly Learning[]; guest: Person },
): Sale[] {
  const paid = catalog.courses.filter(({ courseType }) => courseType === "paid");
  const enrolledPairs = new Set(learning.map(({ person, course }) => `${person.id} ${course.id}`));
  const attempt = (outcome: Outcome, daysAgo: [number, number]) => {
    const at = calendar.around(plusDays(calendar.now, -random.between(...daysAgo)));
    const candidates = people.filter(({ joinedAt }) => joinedAt < at);
    for (let tries = 0; tries < 50 && candidates.length > 0; tries++) {
      const [person, course] = [random.pick(candidates), random.pick(paid)];
      const [plan] = course.plans;
      const pair = `${person.id} ${course.id}`;
      if (!plan || enrolledPairs.has(pair)) continue;
      enrolledPairs.add(pair);
      const about = {
        productType: "course_plan" as const,
        productId: plan.id,
        name: nameOf(course, plan),
        amount: plan.amount,
      };
      return [saleOf(at, person, { ...about, outcome })];
    }
    return [];
  };
  return [
    ...attempt("failed", [60, 100]),
    ...attempt("failed", [20, 40]),
    ...attempt("failed", [2, 9]),
    ...attempt("expired", [70, 120]),
    ...attempt("expired", [30, 60]),
    ...attempt("expired", [16, 28]),
    ...attempt("canceled", [10, 30]),
    ...attempt("pending", [5, 7]),
    ...attempt("pending", [2, 4]),
    ...transferOf(guest, paid.at(-1), calendar),
  ];
}

/** The guest has ordered a course and has to transfer the money. */
function transferOf(guest: Person, course: CourseFacts | undefined, { now }: Calendar): Sale[] {
  const plan = course?.plans[0];
  if (!course || !plan) return [];
  const about = { productType: "course_plan" as const, productId: plan.id, name: nameOf(course, plan) };
  return [saleOf(plusDays(now, -1), guest, { ...about, amount: plan.amount, outcome: "pending" })];
}

/** Distributes the coupons over paid orders of courses. */
export function redeem(
  sales: readonly Sale[],
  coupons: DemoOffers["coupons"],
  { random, calendar, catalog }: Making,
): void {
  for (const { code, used = 0, firstPurchaseOnly } of coupons) {
    const until = catalog.coupons.get(code)?.expiresAt ?? calendar.now;
    const open = sales.filter(
      ({ at, coupon, outcome, productType, person, amount }) =>
        coupon === null &&
        outcome === "paid" &&
        productType === "course_plan" &&
        amount > 1000 &&
        at < until &&
        (!firstPurchaseOnly || !sales.some((other) => other.person.id === person.id && other.at < at)),
    );
    for (const made of random.shuffled(open).slice(0, used)) made.coupon = code;
  }
}
