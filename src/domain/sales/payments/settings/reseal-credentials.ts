import { contentOf } from "#database/content/content-of.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { resealColumn } from "#domain/platform/secret-key/reseal-column.ts";
import type { Resealed } from "#domain/platform/secret-key/reseal-each.ts";
import { boxOfCredentials } from "../account.ts";

/** Seals the credentials of a site's payment providers again. */
export const resealPaymentCredentials = (scope: SiteScope, key: Buffer): Promise<Resealed> =>
  resealColumn(scope, key, {
    table: "payment_accounts",
    key: "provider",
    column: "credentials",
    contextOf: (provider) => boxOfCredentials(scope.site.id, provider),
  });

/** Deletes credentials that no key can decrypt, and switches their providers off. Returns their number. */
export const dropPaymentCredentials = ({ db, site }: SiteScope): Promise<number> =>
  db.run`
    update payment_accounts set credentials = null, enabled = false
     where site_id = ${contentOf(site.id)} and credentials is not null`;
