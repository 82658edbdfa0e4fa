import type { SiteScope } from "#domain/platform/context.ts";
import { resealColumn } from "#domain/platform/secret-key/reseal-column.ts";
import type { Resealed } from "#domain/platform/secret-key/reseal-each.ts";
import { boxOfSigningKey } from "./signing-key.ts";

/** Seals the private halves of a site's keys again with the secret key. */
export const resealSigningKeys = (scope: SiteScope, secretKey: Buffer): Promise<Resealed> =>
  resealColumn(scope, secretKey, {
    table: "signing_keys",
    key: "id",
    column: "private_key",
    contextOf: (id) => boxOfSigningKey(scope.site.id, id),
  });
