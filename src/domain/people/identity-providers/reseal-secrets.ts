import { contentOf } from "#database/content/content-of.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { resealColumn } from "#domain/platform/secret-key/reseal-column.ts";
import type { Resealed } from "#domain/platform/secret-key/reseal-each.ts";
import { boxOfSecret } from "./provider.ts";

/** Seals the secrets of a site's identity providers again. */
export const resealProviderSecrets = (scope: SiteScope, key: Buffer): Promise<Resealed> =>
  resealColumn(scope, key, {
    table: "identity_providers",
    key: "id",
    column: "client_secret",
    contextOf: (id) => boxOfSecret(scope.site.id, id),
  });

/** Deletes secrets that no key can decrypt, and switches their providers off. Returns their number. */
export const dropProviderSecrets = ({ db, site }: SiteScope): Promise<number> =>
  db.run`
    update identity_providers set client_secret = null, active = false
     where site_id = ${contentOf(site.id)} and client_secret is not null`;
