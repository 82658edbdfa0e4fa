import { inOrder } from "#access/roles.ts";
import { recordset } from "#database/sql.ts";
import { emailKey } from "#domain/people/accounts/email.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { MemberRecord } from "#domain/people/members/member.ts";
import { queueNamedRows } from "#domain/people/members/mark-named.ts";
import { termsOfMember } from "#domain/people/members/member-row.ts";
import type { MemberRowChanges } from "#domain/people/members/queries.ts";

/** Columns that a bulk request changes. */
export type BulkChanges = Omit<MemberRowChanges, "accountId" | "acceptedAt" | "status" | "joinedAt" | "pictureFileId">;

export interface MemberUpdate {
  existing: MemberRecord;
  changes: BulkChanges;
  /** Number of versions that the update counts as. */
  versions: number;
}

/** Updates members with one statement. Requires that the transaction has locked them. */
export async function updateMembers(scope: SiteScope, updates: readonly MemberUpdate[], now: Date): Promise<void> {
  const { db, site } = scope;
  const rows = updates.map(({ existing, changes, versions }) => ({
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
       set email = case when input.changed ? 'email' then input.email else members.email end,
           email_key = case when input.changed ? 'email' then input.email_key else members.email_key end,
           name = case when input.changed ? 'name' then input.name else members.name end,
           phone = case when input.changed ? 'phone' then input.phone else members.phone end,
           locale = case when input.changed ? 'locale' then input.locale else members.locale end,
           time_zone = case when input.changed ? 'timeZone' then input.time_zone else members.time_zone end,
           roles = case when input.changed ? 'roles' then input.roles else members.roles end,
           tags = case when input.changed ? 'tags' then input.tags else members.tags end,
           custom_fields = case when input.changed ? 'customFields' then input.custom_fields
                                else members.custom_fields end,
           external_id = case when input.changed ? 'externalId' then input.external_id else members.external_id end,
           metadata = case when input.changed ? 'metadata' then input.metadata else members.metadata end,
           consent_granted = case when input.changed ? 'consentGranted' then input.consent_granted
                                  else members.consent_granted end,
           consent_at = case when input.changed ? 'consentAt' then input.consent_at else members.consent_at end,
           consent_source = case when input.changed ? 'consentSource' then input.consent_source
                                 else members.consent_source end,
           search_terms = input.search_terms, version = members.version + input.version, updated_at = ${now}
      from jsonb_to_recordset(${recordset(rows)}::jsonb) as input
           (id uuid, changed jsonb, version integer, email text, email_key text, name text, phone text, locale text,
            time_zone text, roles text[], tags text[], custom_fields jsonb, external_id text, metadata jsonb,
            consent_granted boolean, consent_at timestamptz, consent_source text, search_terms text[])
     where members.site_id = ${site.id} and members.id = input.id`;
  await queueNamedRows(scope, updates);
}
