import { rows } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { digest } from "#lib/secrets/secret.ts";
import { readRecoveryCode } from "./recovery-code.ts";

/** Second factors of a member. */
export interface Factors {
  hasApp: boolean;
  passkeys: number;
  /** Recovery codes that are not used yet. */
  recoveryCodes: number;
}

export function findFactors({ db, site }: SiteScope, memberId: string): Promise<Factors> {
  return db.one<Factors>`
    select exists (select from authenticator_apps where site_id = ${site.id} and member_id = ${memberId}) as has_app,
           (select count(*)::integer from ${table("passkeys").under(site.id, "member_id", [memberId])}) as passkeys,
           (select count(*)::integer from ${table("recovery_codes").under(site.id, "member_id", [memberId])}
             where used_at is null) as recovery_codes`;
}

export const hasFactor = ({ hasApp, passkeys }: Factors): boolean => hasApp || passkeys > 0;

interface App {
  secret: Buffer;
  lastStep: number;
}

export const findApp = ({ db, site }: SiteScope, memberId: string) =>
  db.first<App>`
    select secret, last_step from authenticator_apps
     where site_id = ${site.id} and member_id = ${memberId}`;

/** Returns false if the member has an app already. */
export async function insertApp(
  { db, site, now }: Context,
  { memberId, secret, step }: { memberId: string; secret: Buffer; step: number },
): Promise<boolean> {
  const row = { siteId: site.id, memberId, secret, lastStep: step, createdAt: now, lastUsedAt: now };
  return (await db.run`insert into authenticator_apps ${rows(row)} on conflict (site_id, member_id) do nothing`) === 1;
}

/** Spends the time step of a code. Of two requests with the same code, only the first succeeds. */
export async function spendStep({ db, site, now }: Context, memberId: string, step: number): Promise<boolean> {
  const spent = await db.run`
    update authenticator_apps set last_step = ${step}, last_used_at = ${now}
     where site_id = ${site.id} and member_id = ${memberId} and last_step < ${step}`;
  return spent === 1;
}

export async function deleteApp({ db, site }: SiteScope, memberId: string): Promise<boolean> {
  const deleted = await db.run`
    delete from authenticator_apps where site_id = ${site.id} and member_id = ${memberId}`;
  return deleted === 1;
}

/** Spends a recovery code. Returns false for a wrong one, and for one that was used. */
export async function spendRecoveryCode({ db, site, now }: Context, memberId: string, typed: string): Promise<boolean> {
  const code = readRecoveryCode(typed);
  if (code === undefined) return false;
  const spent = await db.run`
    update recovery_codes set used_at = ${now}
     where site_id = ${site.id} and member_id = ${memberId} and digest = ${digest(code)} and used_at is null`;
  return spent === 1;
}

/** Replaces the recovery codes of a member. The former ones no longer work. */
export async function replaceRecoveryCodes(
  context: Context,
  memberId: string,
  codes: readonly string[],
): Promise<void> {
  const { db, site, now } = context;
  await deleteRecoveryCodes(context, memberId);
  for (const code of codes) {
    const row = { siteId: site.id, memberId, digest: digest(readRecoveryCode(code) ?? ""), createdAt: now };
    await db.run`insert into recovery_codes ${rows(row)}`;
  }
}

export async function deleteRecoveryCodes({ db, site }: SiteScope, memberId: string): Promise<void> {
  await db.run`delete from recovery_codes where site_id = ${site.id} and member_id = ${memberId}`;
}

/** Removes every second factor of a member. Returns the number of removed apps and passkeys. */
export async function deleteFactors(context: SiteScope, memberId: string): Promise<number> {
  const { db, site } = context;
  const passkeys = await db.run`delete from passkeys where site_id = ${site.id} and member_id = ${memberId}`;
  const hadApp = await deleteApp(context, memberId);
  await deleteRecoveryCodes(context, memberId);
  return passkeys + (hadApp ? 1 : 0);
}

/** Serializes changes of a member's factors until the transaction ends. Returns false for a member who is gone. */
export async function lockFactors({ db, site }: SiteScope, memberId: string): Promise<boolean> {
  const locked = await db.first`
    select 1 from members where site_id = ${site.id} and id = ${memberId} for no key update`;
  return locked !== undefined;
}
