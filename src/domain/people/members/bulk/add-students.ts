import { type Sql, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { Role } from "#access/roles.ts";
import { emailKey } from "#domain/platform/email.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import { type Member, type NewProfile, searchTermsOfMember } from "#domain/people/members/member.ts";
import { createdEvents } from "#domain/people/members/member-event.ts";
import { listMembersById } from "#domain/people/members/queries.ts";

/** The fields of a member that later decisions need. */
export interface KnownPerson {
  id: string;
  emailKey: string;
  status: Member["status"];
  roles: Role[];
}

const withEmailKeys = (siteId: string, keys: readonly string[]): Sql =>
  table("members").withTexts(siteId, "email_key", keys);

/** Finds existing members by id or address, including removed ones. */
export const findPeople = (
  { db, site }: SiteScope,
  { ids, emails }: { ids: readonly string[]; emails: readonly string[] },
): Promise<KnownPerson[]> =>
  db.many<KnownPerson>`
    select id, email_key, status, roles from ${table("members").withIds(site.id, ids)}
     where ${table("members").present}
     union
    select id, email_key, status, roles from ${withEmailKeys(site.id, emails.map(emailKey))}
     where ${table("members").present}`;

/** Defaults to the student role. */
export interface NewPerson extends Omit<NewProfile, "pictureFileId"> {
  email: string;
  name: string | null;
  roles?: readonly Role[];
  consentGranted?: boolean;
  consentAt?: Date;
  consentSource?: string | null;
}

/**
 * Adds people with unknown addresses as students, in a constant number of statements. Returns all of them by address:
 * the contact address or the sign-in address.
 */
export const addStudents = async (
  context: Context,
  students: readonly Pick<NewPerson, "email" | "name">[],
): Promise<Map<string, KnownPerson>> => (await addPeople(context, students)).known;

/** Adds members of any role. Skips people whose address or external id another member has. */
export async function addPeople(
  context: Context,
  members: readonly NewPerson[],
): Promise<{ known: Map<string, KnownPerson>; added: ReadonlySet<string> }> {
  const people = members.map((member) => ({ ...member, id: newId() }));
  const ids = await insertPeople(context, people);
  await recordEvents(context, (await listMembersById(context, ids)).flatMap(createdEvents));
  const existing = await whoTheyAre(
    context,
    people.map(({ email }) => emailKey(email)),
  );
  return { known: existing, added: new Set(ids) };
}

/** Inserts people and returns their ids. Skips people whose address or external id another member has. */
export async function insertPeople(
  { db, site, now }: Context,
  members: readonly (NewPerson & { id: string })[],
): Promise<string[]> {
  const people = members
    .map((member) => ({ roles: ["student" as const], ...member, key: emailKey(member.email) }))
    .map((person) => ({ ...person, terms: searchTermsOfMember(site, foundBy(person)) }));
  const input = JSON.stringify(people);
  const added = await db.write.many<{ id: string }>`
    insert into members (site_id, id, email, email_key, name, phone, locale, time_zone, roles, status, tags,
                         custom_fields, consent_granted, consent_at, consent_source, external_id, metadata, joined_at,
                         search_terms, created_at, updated_at)
    select ${site.id}, input.id, input.email, input.key, input.name, input.phone, input.locale,
           input."timeZone", input.roles, 'invited', coalesce(input.tags, '{}'),
           coalesce(input."customFields", '{}'), coalesce(input."consentGranted", false), input."consentAt",
           input."consentSource", input."externalId", coalesce(input.metadata, '{}'), ${now}, input.terms, ${now}, ${now}
      from jsonb_to_recordset(${input}) as input
           (id uuid, email text, key text, name text, phone text, locale text, "timeZone" text, roles text[],
            tags text[], "customFields" jsonb, "consentGranted" boolean, "consentAt" timestamptz, "consentSource" text,
            "externalId" text, metadata jsonb, terms text[])
     -- A member who has accepted signs in with an address that need not be theirs for contact.
     where not exists (select from accounts
                         join members as own on own.site_id = ${site.id} and own.account_id = accounts.id
                        where accounts.email_key = input.key)
     order by input.key
    on conflict do nothing
    returning id`;
  return added.map(({ id }) => id);
}

const foundBy = ({ name, email, phone = null, externalId = null, tags = [], customFields = {} }: NewPerson) => ({
  name,
  email,
  phone,
  externalId,
  tags,
  customFields,
});

async function whoTheyAre({ db, site }: SiteScope, keys: readonly string[]): Promise<Map<string, KnownPerson>> {
  const found = await db.many<KnownPerson & { key: string }>`
    select email_key as key, id, email_key, status, roles from ${withEmailKeys(site.id, keys)} where ${table("members").present}
     union all
    select accounts.email_key as key, members.id, members.email_key, members.status, members.roles
      from accounts
     cross join ${table("members").joined(site.id, sql`accounts.id`, "account_id")}
     where accounts.email_key = any(${keys}) and members.deleted_at is null`;
  return new Map(found.map((person) => [person.key, person]));
}
