import { inOrder } from "#access/roles.ts";
import { recordset } from "#database/sql.ts";
import { emailKey } from "#domain/people/accounts/email.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { MemberRecord } from "./member.ts";
import { termsOfMember } from "./member-row.ts";
import type { MemberRowChanges } from "./queries.ts";

/** Columns that a bulk request changes. */
export type BulkChanges = Omit<MemberRowChanges, "accountId" | "acceptedAt" | "status" | "joinedAt" | "pictureFileId">;

export interface MemberUpdate {
  existing: MemberRecord;
  changes: BulkChanges;
  /** Number of versions that the update counts as. */
  versions: number;
}

/** Updates members with one statement. Requires that the transaction has locked them. */
export async function updateMembers(
  { db, site }: SiteScope,
  updates: readonly MemberUpdate[],
  now: Date,
): Promise<void> {
  const given = updates.map(({ existing, changes, versions }) => ({
    ...changes,
    ...(changes.email !== undefined && { emailKey: emailKey(changes.email) }),
    ...(changes.roles && { roles: inOrder(changes.roles) }),
    searchTerms: termsOfMember(site, { ...existing, ...changes }),
    id: existing.id,
    version: versions,
    changed: Object.keys(changes),
  }));
  await db.run`
    update members
       set email = case when given.changed ? 'email' then given.email else members.email end,
           email_key = case when given.changed ? 'email' then given.email_key else members.email_key end,
           name = case when given.changed ? 'name' then given.name else members.name end,
           phone = case when given.changed ? 'phone' then given.phone else members.phone end,
           locale = case when given.changed ? 'locale' then given.locale else members.locale end,
           time_zone = case when given.changed ? 'timeZone' then given.time_zone else members.time_zone end,
           roles = case when given.changed ? 'roles' then given.roles else members.roles end,
           tags = case when given.changed ? 'tags' then given.tags else members.tags end,
           custom_fields = case when given.changed ? 'customFields' then given.custom_fields
                                else members.custom_fields end,
           external_id = case when given.changed ? 'externalId' then given.external_id else members.external_id end,
           metadata = case when given.changed ? 'metadata' then given.metadata else members.metadata end,
           consent_granted = case when given.changed ? 'consentGranted' then given.consent_granted
                                  else members.consent_granted end,
           consent_at = case when given.changed ? 'consentAt' then given.consent_at else members.consent_at end,
           consent_source = case when given.changed ? 'consentSource' then given.consent_source
                                 else members.consent_source end,
           search_terms = given.search_terms, version = members.version + given.version, updated_at = ${now}
      from jsonb_to_recordset(${recordset(given)}::jsonb) as given
           (id uuid, changed jsonb, version integer, email text, email_key text, name text, phone text, locale text,
            time_zone text, roles text[], tags text[], custom_fields jsonb, external_id text, metadata jsonb,
            consent_granted boolean, consent_at timestamptz, consent_source text, search_terms text[])
     where members.site_id = ${site.id} and members.id = given.id`;
}
