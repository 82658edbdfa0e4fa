import { newId } from "#domain/platform/ids.ts";
import type { Random } from "../random.ts";
import { type Calendar, plusDays } from "./calendar.ts";
import type { Catalog, PricingFacts } from "./catalog.ts";
import { type Membership, type Person, type Sale, saleOf } from "./history.ts";

interface Making {
  calendar: Calendar;
  random: Random;
  catalog: Catalog;
}

const trialDays = 7;

/** Decides who becomes a member, until when, and which payments that makes. */
export function subscribe({ random, calendar, catalog }: Making, people: readonly Person[]) {
  const { now } = calendar;
  const willing = people.filter(({ habit }) => habit === "keen" || habit === "steady");
  // The first one has not paid the renewal of two days ago, the second one is in a trial.
  const [debtor, newMember, ...others] = willing;
  const subscribers = [debtor, newMember, ...random.shuffled(others)].slice(0, Math.round(people.length * 0.3));
  const memberships: Membership[] = [];
  const sales: Sale[] = [];
  for (const [at, person] of subscribers.entries()) {
    const pricing = at === 2 ? catalog.pricings.at(-1) : catalog.pricings[at % 4 === 3 ? 1 : 0];
    if (!person || !pricing) continue;
    const isLate = person === debtor;
    const startsAt = isLate
      ? monthsAfter(plusDays(now, -2), -2)
      : person === newMember
        ? calendar.around(plusDays(now, -4))
        : calendar.after(person.joinedAt, 1, 12);
    if (!calendar.isPast(startsAt)) continue;
    const cancelsAfterPeriods = isLate ? 2 : at % 5 === 4 ? random.whole(1, 3) : Number.POSITIVE_INFINITY;
    const { membership, payments } = membershipOf(pricing, { person, startsAt, now, cancelsAfterPeriods });
    if (isLate) Object.assign(membership, { status: "past_due", endsAt: null });
    memberships.push(membership);
    sales.push(...payments);
  }
  return { memberships, sales };
}

interface Term {
  person: Person;
  startsAt: Date;
  now: Date;
  cancelsAfterPeriods: number;
}

function membershipOf(pricing: PricingFacts, { person, startsAt, now, cancelsAfterPeriods }: Term) {
  const id = newId();
  const { interval, amount, planName: name } = pricing;
  const months = interval === "year" ? 12 : 1;
  const isTrial = interval === "month" && startsAt > plusDays(now, -trialDays);
  const about = {
    productType: "membership_pricing" as const,
    productId: pricing.id,
    containerId: pricing.planId,
    name,
  };
  const product = { ...about, subscriptionId: id, fulfilledId: id };
  const payments = [saleOf(startsAt, person, { ...product, amount: isTrial ? 0 : amount })];
  let [periodStart, periodEnd] = [startsAt, interval === null ? null : monthsAfter(startsAt, months)];
  for (let paid = 1; periodEnd && periodEnd < now && paid < cancelsAfterPeriods; paid++) {
    const period = { start: periodEnd, end: monthsAfter(startsAt, months * (paid + 1)) };
    payments.push(saleOf(periodEnd, person, { ...product, amount, kind: "renewal", period }));
    [periodStart, periodEnd] = [period.start, period.end];
  }
  const isOver = periodEnd !== null && periodEnd < now;
  const membership: Membership = {
    id,
    person,
    pricing,
    startsAt,
    periodStart,
    periodEnd,
    status: isOver ? "canceled" : isTrial ? "trialing" : "active",
    trialEndsAt: isTrial ? plusDays(startsAt, trialDays) : null,
    endsAt: isOver ? periodEnd : null,
  };
  return { membership, payments };
}

/** The same day of another month, or its last day. */
function monthsAfter(date: Date, months: number): Date {
  const later = new Date(date);
  later.setUTCMonth(later.getUTCMonth() + months);
  if (later.getUTCDate() !== date.getUTCDate()) later.setUTCDate(0);
  return later;
}
