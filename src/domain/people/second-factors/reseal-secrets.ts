import type { SiteScope } from "#domain/platform/context.ts";
import { resealColumn } from "#domain/platform/secret-key/reseal-column.ts";
import type { Resealed } from "#domain/platform/secret-key/reseal-each.ts";
import { boxOfApp } from "./authenticator-app.ts";

/** Seals the secrets of authenticator apps of a site again. Their codes stay the same. */
export const resealAppSecrets = (scope: SiteScope, key: Buffer): Promise<Resealed> =>
  resealColumn(scope, key, {
    table: "authenticator_apps",
    key: "member_id",
    column: "secret",
    contextOf: (memberId) => boxOfApp({ siteId: scope.site.id, memberId }),
  });
