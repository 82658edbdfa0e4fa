import { openDatabase } from "#database/database.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { openSiteDirectory } from "#http/site-directory.ts";
import { bearerToken } from "#http/bearer.ts";
import { findTokenStatus } from "#oauth/token-status.ts";
import type { Connection } from "../harness/cluster.ts";

/** Reads of the REST handler: our statements on our driver, so that only the layers above differ. */
export function openReads(connection: Connection) {
  const db = openDatabase(connection);
  const sites = openSiteDirectory(db);
  return {
    /** Returns the member of a valid token with `account:read`, with the checks of our Member API. */
    async authenticate(headers: { host?: string | undefined; authorization?: string | undefined }) {
      const [site, token] = [await sites.find(headers.host ?? ""), bearerToken(headers.authorization)];
      if (!site || !token) throw new Unauthenticated();
      const scope: SiteScope = { db, site };
      const tokenStatus = await findTokenStatus(scope, token, new Date());
      if (!tokenStatus?.scopes.includes("account:read")) throw new Unauthenticated();
      return { scope, tokenStatus };
    },
  };
}

class Unauthenticated extends Error {
  readonly statusCode = 401;
}
