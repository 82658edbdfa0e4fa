import type { SiteScope } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";

/**
 * Throws if a directory gives the members of the group a role, under its present name or the new one. Those who may
 * change students are not those who may give roles: only the directory then decides who is in the group, and its name.
 */
export async function requireNoRole({ db, site }: SiteScope, id: string, ...names: string[]): Promise<void> {
  const found = await db.many<{ mapped: string[] }>`
    select array(select lower(value) from jsonb_each_text(provisioning_keys.group_roles)) as mapped
      from provisioned_groups
      join provisioning_keys on provisioning_keys.site_id = provisioned_groups.site_id
       and provisioning_keys.id = provisioned_groups.key_id and provisioning_keys.revoked_at is null
     where provisioned_groups.site_id = ${site.id} and provisioned_groups.group_id = ${id}`;
  const mapped = new Set(found.flatMap((one) => one.mapped));
  if (!names.some((name) => mapped.has(name.toLowerCase()))) return;
  throw new Problem(
    "role_escalation",
    "The members of this group have a role of the school through a directory. Change the group in the directory.",
  );
}
