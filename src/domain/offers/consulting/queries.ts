import { contentOf } from "#database/content/content-of.ts";
import { type Sql, sql } from "#database/statements/sql.ts";
import { defineTable } from "#database/table/define-table.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { Reference } from "#domain/platform/fields.ts";
import type { ListedService, ServiceRow } from "./consulting.ts";
import { searchTermsFor } from "#domain/platform/search/search-terms.ts";

export const summaryColumns = sql`
  consulting_services.id, consulting_services.name, consulting_services.slug, consulting_services.status,
  consulting_services.price_amount, consulting_services.price_currency, consulting_services.duration_minutes,
  consulting_services.sessions_included, consulting_services.format, consulting_services.location,
  consulting_services.intake_form_id, consulting_services.cancellation_hours, consulting_services.published_at,
  consulting_services.external_id, consulting_services.metadata, consulting_services.version,
  consulting_services.created_at, consulting_services.updated_at,
  array(select giving.lecturer_id from consulting_service_lecturers giving
         where giving.site_id = consulting_services.site_id and giving.service_id = consulting_services.id
         order by giving.position) as lecturer_ids`;

const columns = sql`
  ${summaryColumns}, consulting_services.description_markdown, consulting_services.description_html,
  consulting_services.availability, consulting_services.deleted_at`;

export async function findService({ db, site }: SiteScope, reference: Reference): Promise<ServiceRow | undefined> {
  return "id" in reference
    ? db.first<ServiceRow>`
        select ${columns} from consulting_services
         where site_id = ${site.id} and id = ${reference.id} and ${table("consulting_services").present}`
    : db.first<ServiceRow>`
        select ${columns} from ${table("consulting_services").withSlug(site.id, reference.slug)}
         where site_id = ${site.id}`;
}

export const listServicesById = ({ db, site }: SiteScope, ids: readonly string[]): Promise<ListedService[]> =>
  db.many<ListedService>`
    select ${summaryColumns} from ${table("consulting_services").withIds(site.id, ids)}
     where consulting_services.deleted_at is null`;

/** Locks a service against changes until the transaction ends. */
export const lockService = (scope: SiteScope, reference: Reference) =>
  findLocked(scope, reference, sql`for no key update`);

/** Locks a service for deletion: also blocks new bookings. */
export const lockServiceToDelete = (scope: SiteScope, reference: Reference) =>
  findLocked(scope, reference, sql`for update`);

/** Locks a service against deletion until the transaction ends. */
export const lockServiceAgainstDeletion = (scope: SiteScope, reference: Reference) =>
  findLocked(scope, reference, sql`for key share`);

async function findLocked(scope: SiteScope, reference: Reference, lock: Sql): Promise<ServiceRow | undefined> {
  const { db, site } = scope;
  const found = await db.first<{ id: string }>`
    select id from consulting_services where site_id = ${site.id} and ${table("consulting_services").hasReference(reference)} ${lock}`;
  return found && findService(scope, { id: found.id });
}

type Columns = Partial<Omit<ServiceRow, "lecturerIds">> & { searchTerms?: string[] };

export const { insertUnique: insertService, update: updateService } = defineTable<never, Columns, Columns>(
  "consulting_services",
);

/** Replaces the lecturers of a service, in order. */
export async function replaceServiceLecturers(
  { db, site }: SiteScope,
  id: string,
  lecturerIds: readonly string[],
): Promise<void> {
  await db.run`delete from consulting_service_lecturers where site_id = ${contentOf(site.id)} and service_id = ${id}`;
  await db.run`
    insert into consulting_service_lecturers (site_id, service_id, lecturer_id, position)
    select ${contentOf(site.id)}, ${id}, requested.id, min(requested.place) from unnest(${lecturerIds}::uuid[])
      with ordinality as requested (id, place) group by requested.id`;
}

/** Returns the first of the lecturers that does not exist. */
export async function missingLecturer({ db, site }: SiteScope, ids: readonly string[]): Promise<string | undefined> {
  const existing = await db.many<{ id: string }>`
    select id from ${table("lecturers").withIds(site.id, ids)} where ${table("lecturers").present} for key share`;
  return ids.find((id) => !existing.some((lecturer) => lecturer.id === id));
}

export const hasForm = async ({ db, site }: SiteScope, id: string): Promise<boolean> =>
  (await db.first`select id from forms where site_id = ${site.id} and id = ${id} and ${table("forms").present}`) !==
  undefined;

/** Returns true if the service has bookings or granted sessions. */
export const isInUse = async ({ db, site }: SiteScope, id: string): Promise<boolean> =>
  (await db.first`
    (select id from consulting_bookings where site_id = ${site.id} and service_id = ${id} limit 1)
    union all
    (select id from consulting_grants where site_id = ${site.id} and service_id = ${id} limit 1)`) !== undefined;

export const searchTermsOfService = (
  { site }: Pick<SiteScope, "site">,
  service: { name: string; descriptionMarkdown?: string | undefined },
) => ({
  searchTerms: searchTermsFor(site, [service.name, service.descriptionMarkdown]),
});
