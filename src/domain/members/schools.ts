import type { Role } from "#access/roles.ts";
import type { SiteScope } from "#domain/context.ts";

/** A site of this installation at which the person behind a member holds a role. */
export interface School {
  id: string;
  name: string;
  origin: string;
  roles: Role[];
}

const mostShown = 200;

/** This site first, then by name. The one place that looks beyond its site, along the person's own account. */
export function listSchools({ db, site }: SiteScope, memberId: string): Promise<School[]> {
  return db.many<School>`
    select sites.id, sites.name, sites.origin, members.roles
      from members self
      join account_sites on account_sites.account_id = self.account_id
      join members on members.site_id = account_sites.site_id and members.id = account_sites.member_id
      join sites on sites.id = members.site_id
     where self.site_id = ${site.id} and self.id = ${memberId}
       and members.status = 'active' and members.roles <> '{}'
     order by sites.id = self.site_id desc, sites.name
     limit ${mostShown}`;
}
