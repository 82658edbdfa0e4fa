import { formatId } from "#domain/platform/ids.ts";
import type { InhabitedSite } from "../inhabited-site.ts";
import { newestId } from "../newest-id.ts";
import { type ResourceFixture, resourceFixtures } from "../resource-fixtures.ts";
import { adminAction, adminPage } from "./administrators.ts";
import type { Attempt } from "./attempt.ts";

/** Administrators of this site cannot read or change resources of the other in the admin area. */
export const resourceAttempts: Record<string, Attempt> = Object.assign({}, ...resourceFixtures.map(attemptsOn));

function attemptsOn({ adminPath, kind, table }: ResourceFixture): Record<string, Attempt> {
  if (adminPath === undefined) return {};
  const onOne =
    (attempt: typeof adminPage): Attempt =>
    async (there, here) => {
      const addresses = new Map<InhabitedSite, string>();
      for (const one of [there, here]) {
        addresses.set(one, `${adminPath}/${formatId(kind, await newestId(one.site.site.id, table))}/edit`);
      }
      return attempt((id) => addresses.get(id)!, { notFound: true })(there, here);
    };
  return {
    [`GET ${adminPath}`]: adminPage(() => adminPath),
    [`GET ${adminPath}/new`]: adminPage(() => `${adminPath}/new`),
    [`POST ${adminPath}/new`]: adminAction(() => `${adminPath}/new`),
    [`GET ${adminPath}/:id/edit`]: onOne(adminPage),
    [`POST ${adminPath}/:id/edit`]: onOne(adminAction),
  };
}
