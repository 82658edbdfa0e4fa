import { rows } from "#database/statements/sql.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { digest } from "#lib/secrets/secret.ts";

/** Returns whether this email's account has signed in from this browser before. */
export async function isKnownBrowser({ db, site }: Context, memberId: string, browser: string): Promise<boolean> {
  const knownBrowser = await db.first`
    select 1 from known_browsers
     where site_id = ${site.id} and member_id = ${memberId} and digest = ${digest(browser)}`;
  return knownBrowser !== undefined;
}

export async function rememberBrowser({ db, site, now }: Context, memberId: string, browser: string): Promise<void> {
  const row = { siteId: site.id, id: newId(), digest: digest(browser), memberId, lastUsedAt: now };
  await db.run`
    insert into known_browsers ${rows(row)}
    on conflict (site_id, member_id, digest) do update set last_used_at = excluded.last_used_at`;
}

/** The member's next sign-in from each browser counts as one from a new browser. */
export async function forgetBrowsers({ db, site }: SiteScope, memberId: string): Promise<void> {
  await db.run`delete from known_browsers where site_id = ${site.id} and member_id = ${memberId}`;
}
