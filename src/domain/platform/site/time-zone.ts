import type { SiteScope } from "../context.ts";

/** Returns the IANA name of the school's time zone. */
export async function findTimeZone({ db, site }: SiteScope): Promise<string> {
  const found = await db.first<{ timeZone: string }>`select time_zone from schools where site_id = ${site.id}`;
  return found?.timeZone ?? "UTC";
}
