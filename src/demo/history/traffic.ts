import { sql } from "#database/statements/sql.ts";
import { addingUp } from "#domain/platform/rollups/add-up.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { atHour } from "../at-hour.ts";
import type { Random } from "../random.ts";
import { type Calendar, historyDays, plusDays } from "./calendar.ts";
import type { Person } from "./history.ts";

const hours = [8, 12, 17, 20, 21];

/** Views of the public pages and sign-ins, which have no rows of their own: growth, and a rhythm of the week. */
export async function storeTraffic(
  { db, site }: SiteScope,
  people: readonly Person[],
  { calendar, random, timeZone }: { calendar: Calendar; random: Random; timeZone: string },
): Promise<void> {
  const counted: { counter: string; at: Date; value: number }[] = [];
  for (let daysAgo = historyDays; daysAgo >= 0; daysAgo--) {
    const date = plusDays(calendar.now, -daysAgo);
    const isWeekend = date.getUTCDay() === 0 || date.getUTCDay() === 6;
    const growth = 0.35 + (0.65 * (historyDays - daysAgo)) / historyDays;
    const members = people.filter(({ joinedAt }) => joinedAt < date).length;
    for (const hour of hours) {
      const at = atHour(date, hour, timeZone);
      if (at > calendar.now) continue;
      const busy = growth * (isWeekend ? 1.35 : 1) * (hour >= 20 ? 1.6 : 0.8) * random.between(0.7, 1.3);
      counted.push({ counter: "page_views", at, value: Math.round(22 * busy) });
      const signIns = Math.round(members * 0.06 * busy * random.between(0.6, 1.4));
      if (signIns > 0) counted.push({ counter: "sign_ins", at, value: signIns });
    }
  }
  const entries = sql`
    select counter, at, '' as dimension, '' as key, '' as currency, value
      from unnest(${counted.map(({ counter }) => counter)}::text[], ${counted.map(({ at }) => at)}::timestamptz[],
                  ${counted.map(({ value }) => value)}::bigint[]) as counted (counter, at, value)`;
  await db.run`with entries as (${entries}) ${addingUp(site)}`;
}
