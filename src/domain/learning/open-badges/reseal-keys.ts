import type { SiteScope } from "#domain/platform/context.ts";
import { resealColumn } from "#domain/platform/secret-key/reseal-column.ts";
import type { Resealed } from "#domain/platform/secret-key/reseal-each.ts";
import { boxOfKey } from "./keys.ts";

/** Seals the private keys of a site's Open Badges again. */
export const resealCredentialKeys = (scope: SiteScope, key: Buffer): Promise<Resealed> =>
  resealColumn(scope, key, {
    table: "credential_keys",
    key: "id",
    column: "private_key",
    contextOf: (id) => boxOfKey(scope.site.id, id),
  });
