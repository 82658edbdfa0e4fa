import { rows } from "#database/statements/sql.ts";
import { insertAccount } from "#domain/people/accounts/queries.ts";
import { createdEvents, updatedEvents } from "#domain/people/members/member-event.ts";
import { byAddress, findMemberByEmail } from "#domain/people/members/queries.ts";
import { about } from "#domain/platform/audit/about.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { Context } from "#domain/platform/context.ts";
import { emailKey } from "#domain/platform/email.ts";
import { newId } from "#domain/platform/ids.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import type { IdentityProvider } from "../provider.ts";
import type { SentClaims } from "../upstream/sent-claims.ts";
import type { Identity } from "./identity.ts";
import { joinSite } from "#domain/people/members/access/join-site.ts";

/**
 * Why an unknown identity does not get in. `unproven`: the provider does not vouch for an address, so the person has to
 * connect it while signed in. `closed`: suspended, removed, or not invited.
 */
export type Refusal = "unproven" | "closed";

/** Finds or creates the member of an identity that signs in for the first time. Requires a transaction. */
export async function memberOfAddress(
  context: Context,
  provider: IdentityProvider,
  { email, name, isProven }: SentClaims,
): Promise<Refusal | Pick<Identity, "memberId" | "linkedBy">> {
  if (email === null || !isProven) return "unproven";
  const { db, site, now } = context;
  const linked = await db.first<{ id: string | null; accountId: string | null; status: string | null }>`
    select own.id, accounts.id as account_id, own.status from ${byAddress(site.id, emailKey(email))}`;
  if (linked?.id) return linked.status === "active" ? { memberId: linked.id, linkedBy: "address" } : "closed";
  const memberWithAddress = await findMemberByEmail(context, email);
  // The contact address of a member who signs in with another one proves nothing.
  if (memberWithAddress?.status === "active") return "unproven";
  if (memberWithAddress && memberWithAddress.status !== "invited") return "closed";
  if (!memberWithAddress && !provider.createsMembers) return "closed";
  const accountId = await accountFor(context, email, linked?.accountId ?? undefined);
  const { member, isNew } = await joinSite(context, { accountId, email, name, roles: ["student"] }, now);
  await recordAudit(context, "joinWithProvider", {
    ...about("member", member.id, { provider: provider.name }),
    memberId: member.id,
  });
  await recordEvents(context, isNew ? createdEvents(member) : updatedEvents(member));
  return { memberId: member.id, linkedBy: "created" };
}

/**
 * Creates the account. Only this school vouches for its provider. An account of the address that belongs to members of
 * other schools is therefore left alone: the member gets an account for this school, which no address finds.
 */
async function accountFor(context: Context, email: string, taken: string | undefined): Promise<string> {
  const { db, site, now } = context;
  const id = newId();
  const account = { id, email, emailVerifiedAt: now, passwordHash: null, locale: null, createdAt: now };
  if (taken === undefined && (await insertAccount(db, account))) return id;
  const row = { ...account, emailKey: `school ${site.id} ${id}`, updatedAt: now };
  await db.run`insert into accounts ${rows(row)}`;
  return id;
}
