import * as z from "zod";
import { emailKey } from "#domain/people/accounts/email.ts";
import type { Context } from "#domain/platform/context.ts";
import { ExternalId } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { withAdvisoryLock } from "#domain/platform/with-advisory-lock.ts";
import { findPeople } from "./add-students.ts";
import { EmailAddress } from "./member.ts";
import { lockRoles } from "./queries.ts";

/** How a row says whom it is about. What it says wrongly is told with the row, and holds nobody here. */
const Named = z.object({
  memberId: Id("member").optional().catch(undefined),
  email: EmailAddress.optional().catch(undefined),
  externalId: ExternalId.nullish().catch(undefined),
});

/**
 * Holds the people of many rows before the first is done, by id, so that requests that name them in different orders do
 * not wait for each other. `role`: what the rows make of whoever is here, or "given" where they may name roles; then roles
 * are held first. Whoever is new has no row to hold: those who add people take turns.
 */
export async function lockMembers(
  context: Context,
  rows: readonly unknown[],
  role?: "student" | "given",
): Promise<void> {
  const named = rows.map((row) => Named.safeParse(row).data ?? {});
  const ids = named.flatMap(({ memberId }) => memberId ?? []);
  const emails = named.flatMap(({ email }) => email ?? []);
  const externalIds = named.flatMap(({ externalId }) => externalId ?? []);
  const known = await findPeople(context, { ids, emails });
  const changesRoles = role === "given" || known.some(({ roles }) => role === "student" && !roles.includes("student"));
  if (changesRoles) await lockRoles(context);
  const keys = new Set(known.map((person) => person.emailKey));
  if (emails.some((email) => !keys.has(emailKey(email)))) await withAdvisoryLock(context, "adding of people");
  const { db, site } = context;
  await db.run`
    select id from members
     where site_id = ${site.id}
       and id in (select unnest(${known.map(({ id }) => id)}::uuid[])
                   union all
                  select theirs.id from members theirs
                   where theirs.site_id = ${site.id} and theirs.external_id = any(${externalIds}::text[]))
     order by id for no key update`;
}
