import type { SiteScope } from "#domain/platform/context.ts";

/** Maximum number of recipients. */
const maxOwners = 20;

/** Owners of the school with their email addresses. */
export const listOwners = ({ db, site }: SiteScope): Promise<{ email: string; locale: string | null }[]> =>
  db.many<{ email: string; locale: string | null }>`
    select email, locale from members
     where site_id = ${site.id} and 'owner' = any(roles) and status = 'active' and deleted_at is null
       and email is not null
     order by created_at, id limit ${maxOwners}`;
