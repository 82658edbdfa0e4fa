import { rows, sql } from "#database/statements/sql.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";
import { digest, newSecret } from "#lib/secrets/secret.ts";
import { linkExpiry, type MailLink, type Purpose } from "./mail-link.ts";

const columns = sql`
  purpose, account_id, member_id, email, name, password_hash, browser_digest, authorization_id, return_to, created_at`;

export type NewMailLink = Pick<MailLink, "purpose" | "accountId" | "email"> & Partial<MailLink>;

/** Stores the digest of a new link and returns its secret. With `dead`, the link never works. */
export async function insertMailLink({ db, site, now }: Context, link: NewMailLink, dead = false): Promise<string> {
  const secret = newSecret("lml");
  const row = {
    siteId: site.id,
    digest: digest(secret),
    memberId: null,
    name: null,
    passwordHash: null,
    browserDigest: null,
    authorizationId: null,
    returnTo: null,
    ...link,
    createdAt: now,
    expiresAt: linkExpiry(now, link.purpose),
    spentAt: dead ? now : null,
  };
  await db.run`insert into mail_links ${rows(row)}`;
  return secret;
}

/** Finds the valid link of a secret that this site mailed for one of these purposes. */
export function findMailLink({ db, site, now }: Context, purposes: readonly Purpose[], secret: string) {
  return db.first<MailLink>`
    select ${columns} from mail_links
     where site_id = ${site.id} and digest = ${digest(secret)} and purpose = any(${purposes})
       and spent_at is null and expires_at > ${now}`;
}

/** Returns the link or throws `not_found`. */
export async function requireMailLink(context: Context, purposes: readonly Purpose[], secret: string) {
  return (await findMailLink(context, purposes, secret)) ?? refuseLink();
}

/** Consumes the link in a transaction: of two concurrent uses, only one succeeds. Throws `not_found`. */
export async function spendMailLink(
  { db, site, now }: Context,
  purposes: readonly Purpose[],
  secret: string,
): Promise<MailLink> {
  const spent = await db.write.first<MailLink>`
    update mail_links set spent_at = ${now}
     where site_id = ${site.id} and digest = ${digest(secret)} and purpose = any(${purposes})
       and spent_at is null and expires_at > ${now}
    returning ${columns}`;
  return spent ?? refuseLink();
}

/** Invalidates all links mailed to the person at this site. */
export async function endMailLinks({ db, site, now }: Context, accountId: string): Promise<void> {
  await db.run`
    update mail_links set spent_at = ${now}
     where site_id = ${site.id} and account_id = ${accountId} and spent_at is null`;
}

/** Invalidates the links to a pending membership. */
export async function endMailLinksOfMember({ db, site }: SiteScope, memberId: string, now: Date): Promise<void> {
  await db.run`
    update mail_links set spent_at = ${now}
     where site_id = ${site.id} and member_id = ${memberId} and purpose <> 'member_merge' and spent_at is null`;
}

export function refuseLink(): never {
  throw new Problem(
    "not_found",
    "This link has been used, has expired, or belongs to another site. Request a new one.",
  );
}
