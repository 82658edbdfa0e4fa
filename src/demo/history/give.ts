import type { SiteScope } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { atHour } from "../at-hour.ts";
import type { Random } from "../random.ts";
import { type Calendar, plusDays, plusMinutes } from "./calendar.ts";
import type { Catalog } from "./catalog.ts";
import { type Person, type Sale, saleOf } from "./history.ts";
import { insertRows } from "./insert-rows.ts";

interface Making {
  calendar: Calendar;
  random: Random;
  catalog: Catalog;
  guest: Person | undefined;
  timeZone: string;
}

interface Grant {
  id: string;
  productId: string;
  person: Person;
  at: Date;
  lineId: string | null;
  downloads: number;
}

/** Decides who gets which download. Those with a price make sales. */
export function download({ calendar, random, catalog, guest }: Making, people: readonly Person[]) {
  const grants: Grant[] = [];
  const sales: Sale[] = [];
  for (const { id: productId, name, amount } of catalog.products) {
    const receivers = random.shuffled(people).slice(0, amount === null ? 16 : 8);
    for (const person of guest ? [guest, ...receivers] : receivers) {
      const at = calendar.after(person.joinedAt, 1, 40);
      if (!calendar.isPast(at)) continue;
      const grant: Grant = { id: newId(), productId, person, at, lineId: null, downloads: random.whole(0, 3) };
      grants.push(grant);
      if (amount === null) continue;
      const sale = saleOf(at, person, {
        productType: "digital_product",
        productId,
        name,
        amount,
        fulfilledId: grant.id,
      });
      grant.lineId = sale.lineId;
      sales.push(sale);
    }
  }
  return { grants, sales };
}

export async function storeGrants(scope: SiteScope, grants: readonly Grant[]): Promise<void> {
  const { db, site } = scope;
  const rows = grants.map(({ id, productId, person, at, lineId, downloads }) => ({
    id,
    productId,
    memberId: person.id,
    source: "purchase",
    sourceId: lineId,
    grantedAt: at,
    expiresAt: null,
    downloads,
    createdAt: at,
    updatedAt: at,
  }));
  await insertRows(scope, "digital_product_grants", rows);
  await db.run`
    update digital_products set sold_count = counted.count
      from (select product_id, count(*) as count from digital_product_grants
             where digital_product_grants.site_id = ${site.id} group by product_id) counted
     where digital_products.site_id = ${site.id} and digital_products.id = counted.product_id`;
}

/** Sessions that took place, and some in the coming weeks, in the hours of the services. */
export async function storeConsulting(scope: SiteScope, making: Making, people: readonly Person[]): Promise<void> {
  const { calendar, random, catalog, guest, timeZone } = making;
  const grants = [];
  const bookings = [];
  for (const { id: serviceId, lecturerIds, minutes, sessions, days } of catalog.services) {
    const [lecturerId] = lecturerIds;
    const hours = days.flatMap(({ day, from }) => [{ day: weekdays.indexOf(day), hour: Number(from.slice(0, 2)) }]);
    const candidates = random
      .shuffled(people.filter(({ joinedAt }) => joinedAt < plusDays(calendar.now, -50)))
      .slice(0, 5);
    for (const [index, person] of [...candidates, ...(guest ? [guest] : [])].entries()) {
      const { day, hour } = random.pick(hours);
      const isAhead = person === guest || index >= 3;
      const week = plusDays(calendar.now, isAhead ? 7 + index * 7 : -42 + index * 7);
      const startsAt = atHour(plusDays(week, (day - week.getUTCDay() + 7) % 7), hour, timeZone);
      const bookedAt = plusDays(isAhead ? calendar.now : startsAt, -random.between(2, 9));
      const grantId = newId();
      const status = isAhead ? "confirmed" : index === 2 ? "no_show" : "completed";
      const times = { createdAt: bookedAt, updatedAt: isAhead ? bookedAt : plusMinutes(startsAt, minutes) };
      grants.push({
        id: grantId,
        serviceId,
        memberId: person.id,
        source: "manual",
        sessionsTotal: sessions,
        sessionsUsed: 1,
        grantedAt: bookedAt,
        ...times,
      });
      bookings.push({
        id: newId(),
        serviceId,
        memberId: person.id,
        lecturerId,
        grantId,
        startsAt,
        status,
        ...times,
        endsAt: plusMinutes(startsAt, minutes),
      });
    }
  }
  await insertRows(scope, "consulting_grants", grants);
  await insertRows(scope, "consulting_bookings", bookings);
}

const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
