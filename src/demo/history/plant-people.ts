import { identifier, rows } from "#database/statements/sql.ts";
import { emailKey } from "#domain/platform/email.ts";
import { newId } from "#domain/platform/ids.ts";
import type { DemoPeople } from "../content/school-files.ts";
import type { Planting } from "../planting.ts";
import type { Random } from "../random.ts";
import { type Calendar, plusDays } from "./calendar.ts";
import type { Habit, Person } from "./history.ts";
import { insertRows } from "./insert-rows.ts";
import { searchTermsOfMember } from "#domain/people/members/member.ts";

const habits: Record<Habit, number> = { keen: 22, steady: 34, casual: 22, gone: 12, visitor: 10 };

/** Number of people who were invited and have not answered. */
const invitedCount = 3;

/**
 * Adds the members without passwords: nobody can sign in as one of them, and their addresses are neither real nor
 * verified, so that they never get email.
 */
export async function plantPeople(
  { context }: Planting,
  { names, tags }: DemoPeople,
  { calendar, random }: { calendar: Calendar; random: Random },
): Promise<Person[]> {
  const { db, site, now } = context;
  const people = names
    .map(({ name, email }) => ({
      id: newId(),
      name,
      email,
      joinedAt: calendar.joining(),
      habit: random.weighted(habits),
    }))
    .toSorted((one, other) => one.joinedAt.getTime() - other.joinedAt.getTime());
  const joined = people.slice(0, -invitedCount);
  const accounts = joined.map(({ id: memberId, email, joinedAt }) => ({
    memberId,
    account: { id: newId(), email, emailKey: emailKey(email), createdAt: joinedAt, updatedAt: joinedAt },
  }));
  await db.run`insert into accounts ${rows(...accounts.map(({ account }) => account))}`;
  const accountOf = new Map(accounts.map(({ memberId, account }) => [memberId, account.id]));
  const members = people.map(({ id, name, email, joinedAt }) => {
    const accountId = accountOf.get(id) ?? null;
    const isInvited = accountId === null;
    const memberTags = random.chance(0.35) ? [random.pick(tags)] : [];
    const consents = !isInvited && random.chance(0.45);
    const signIns = isInvited ? 0 : random.whole(2, 24);
    return {
      id,
      accountId,
      email,
      emailKey: emailKey(email),
      name,
      tags: memberTags,
      roles: ["student"],
      status: isInvited ? "invited" : "active",
      locale: random.chance(0.5) ? site.defaultLocale : null,
      consentGranted: consents,
      consentAt: consents ? joinedAt : null,
      consentSource: consents ? "sign_up" : null,
      signInCount: signIns,
      countedSignIns: signIns,
      lastSignInAt: isInvited ? null : joinedAt,
      joinedAt,
      acceptedAt: isInvited ? null : joinedAt,
      createdAt: joinedAt,
      updatedAt: joinedAt,
      searchTerms: searchTermsOfMember(site, {
        name,
        email,
        tags: memberTags,
      }),
    };
  });
  await insertRows(context, "members", members);
  const links = accounts.map(({ memberId, account }) => ({ accountId: account.id, siteId: site.id, memberId }));
  await db.run`insert into ${identifier("account_sites")} ${rows(...links)}`;
  const invitations = people.slice(-invitedCount).map(({ id: memberId, email, joinedAt }) => ({
    id: newId(),
    memberId,
    email,
    roles: ["student"],
    status: "pending",
    invitedBy: context.caller.memberId,
    sentAt: joinedAt,
    expiresAt: plusDays(now, 9),
    createdAt: joinedAt,
    updatedAt: joinedAt,
  }));
  await insertRows(context, "invitations", invitations);
  return joined;
}
