import type { DemoSite } from "../content/read-school.ts";
import type { Planting } from "../planting.ts";
import { Random } from "../random.ts";
import { attend, storeRegistrations } from "./attend.ts";
import { Calendar } from "./calendar.ts";
import { readCatalog } from "./catalog.ts";
import { download, storeConsulting, storeGrants } from "./give.ts";
import type { Person } from "./history.ts";
import { finish, learn } from "./learn.ts";
import { plantPeople } from "./plant-people.ts";
import { abandon, redeem, sellCourses } from "./sell.ts";
import { storeAnswers, storeComments, storeReviews } from "./reviews-and-comments.ts";
import { storeExercises } from "./store-exercises.ts";
import { storeLearning } from "./store-learning.ts";
import { storeMemberships } from "./store-memberships.ts";
import { storeSales } from "./store-sales.ts";
import { subscribe } from "./subscribe.ts";
import { storeTraffic } from "./traffic.ts";

/** The members of the team who take part in the history. */
export interface Cast {
  /** The student whose account a visitor of the demo uses. */
  guest: Person;
  teacherId: string;
}

/** Adds members without passwords, and half a year of learning, orders and comments. */
export async function plantHistory(planting: Planting, site: DemoSite, { guest, teacherId }: Cast): Promise<void> {
  const { context, timeZone } = planting;
  const random = new Random(site.hostname);
  const calendar = new Calendar(context.now, timeZone, random);
  const catalog = await readCatalog(context);
  const people = await plantPeople(planting, site.people, { calendar, random });
  const popularity = new Map(site.courses.map((course) => [course.slug, course.popularity]));
  const { refundReasons: reasons, cancelReason } = site.people;
  const making = { calendar, random, catalog, popularity, reasons, guest, timeZone, school: site.school };

  const { memberships, sales: dues } = subscribe(making, people);
  const begun = new Set(site.team.find(({ email }) => email === guest.email)?.enrollments.map(({ course }) => course));
  const learning = [...learn(making, people, memberships), ...finish(making, guest, begun)];
  const bought = sellCourses(making, learning);
  const { registrations, sales: tickets } = attend(making, site.events, people);
  const { grants, sales: downloads } = download(making, people);
  redeem(bought, site.offers.coupons, making);
  const unpaid = abandon(making, { people, learning, guest });

  await storeMemberships(context, memberships, cancelReason);
  await storeLearning(context, learning, calendar);
  await storeExercises(context, learning, { calendar, random, texts: site.people.submissions, graderId: teacherId });
  await storeRegistrations(context, registrations);
  await storeGrants(context, grants);
  await storeConsulting(context, making, people);
  await storeSales(context, [...dues, ...bought, ...tickets, ...downloads, ...unpaid], making);
  const voices = { calendar, random, texts: site.people, teacherId };
  await storeReviews(context, learning, voices);
  await storeComments(context, learning, voices);
  await storeAnswers(context, site, people, voices);
  await storeTraffic(context, people, { calendar, random, timeZone });
}
