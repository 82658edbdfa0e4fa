import type { SiteScope } from "#domain/platform/context.ts";

export const countPeople = async ({ db, site }: SiteScope) =>
  await db.one<{ members: number; enrollments: number }>`
    select (select count(*) from members
             where members.site_id = ${site.id} and members.status <> 'removed' and members.deleted_at is null)
             as members,
           (select count(*) from enrollments
             where enrollments.site_id = ${site.id} and enrollments.deleted_at is null) as enrollments`;

export const storedBytes = async ({ db, site }: SiteScope) =>
  await db.one<{ files: number; storageBytes: number }>`
    select count(*) as files, coalesce(sum(byte_size), 0)::bigint as storage_bytes from files
     where site_id = ${site.id} and deleted_at is null`;
