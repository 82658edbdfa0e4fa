import { inOrder } from "#access/roles.ts";
import { contentOf } from "#database/content/content-of.ts";
import { recordset, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import { emailKey } from "#domain/platform/email.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { type MemberRecord, searchTermsOfMember } from "#domain/people/members/member.ts";
import { queueNamedRows } from "#domain/people/members/mark-named.ts";
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
    searchTerms: searchTermsOfMember(site, { ...existing, ...changes }),
    id: existing.id,
    version: versions,
    changed: Object.keys(changes),
  }));
  await db.run`
    update members
       set email = case when changed.changed ? 'email' then changed.email else members.email end,
           email_key = case when changed.changed ? 'email' then changed.email_key else members.email_key end,
           guest_email_key = case when changed.changed ? 'email' then null else members.guest_email_key end,
           name = case when changed.changed ? 'name' then changed.name else members.name end,
           phone = case when changed.changed ? 'phone' then changed.phone else members.phone end,
           locale = case when changed.changed ? 'locale' then changed.locale else members.locale end,
           time_zone = case when changed.changed ? 'timeZone' then changed.time_zone else members.time_zone end,
           roles = case when changed.changed ? 'roles' then changed.roles else members.roles end,
           tags = case when changed.changed ? 'tags' then changed.tags else members.tags end,
           custom_fields = case when changed.changed ? 'customFields' then changed.custom_fields
                                else members.custom_fields end,
           external_id = case when changed.changed ? 'externalId' then changed.external_id else members.external_id end,
           metadata = case when changed.changed ? 'metadata' then changed.metadata else members.metadata end,
           consent_granted = case when changed.changed ? 'consentGranted' then changed.consent_granted
                                  else members.consent_granted end,
           consent_at = case when changed.changed ? 'consentAt' then changed.consent_at else members.consent_at end,
           consent_source = case when changed.changed ? 'consentSource' then changed.consent_source
                                 else members.consent_source end,
           search_terms = changed.search_terms, version = members.version + changed.version, updated_at = ${now}
      ${table("members").fromEach(
        contentOf(site.id),
        sql`jsonb_to_recordset(${recordset(rows)}::jsonb) as input
           (id uuid, changed jsonb, version integer, email text, email_key text, name text, phone text, locale text,
            time_zone text, roles text[], tags text[], custom_fields jsonb, external_id text, metadata jsonb,
            consent_granted boolean, consent_at timestamptz, consent_source text, search_terms text[])`,
      )}`;
  await queueNamedRows(scope, updates);
}
