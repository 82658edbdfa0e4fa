import assert from "node:assert/strict";
import type { Role } from "#access/roles.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import type { SiteSettings } from "#domain/platform/site/settings.ts";
import type { Page, TestBrowser } from "../../support/browser-session.ts";
import { database } from "../../support/databases/database.ts";
import { type Application, internet } from "../../support/doubles/document-web.ts";
import { type AClient, type ASite, aSite, authorizeUrl, buildProcess, siteAt } from "../../support/world.ts";
import { textOf } from "../../pages/support/asked.ts";

/** A process that fetches documents from the test hosts. */
const online = buildProcess({ clientMetadata: internet });

type Settings = Partial<SiteSettings>;

/** A site that by default accepts documents of every host. */
export async function aSiteOnline(
  settings: Settings = { openClientMetadataDocuments: true, betaFeatures: ["mcp_connections"] },
  process = online,
): Promise<ASite> {
  const { site } = await aSite(settings);
  return siteAt(site, process);
}

/** The application as a client with the first redirect of its document. */
export const clientOf = ({ url, document }: Application): AClient => ({
  clientId: url,
  redirectUri: (document["redirect_uris"] as string[])[0]!,
});

export const asks = (
  site: ASite,
  client: AClient,
  extra: Record<string, string | undefined> = {},
  browser: TestBrowser = site.browser(),
): Promise<Page> => browser.open(authorizeUrl(client, extra).url);

/** Asserts an error page without a redirect. */
export function assertOnPage(page: Page, why: RegExp, status = 400): void {
  const { location } = page.response.headers;
  assert.deepEqual([page.status, location], [status, undefined], textOf(page).slice(0, 1000));
  assert.match(textOf(page), why);
}

/** Asserts that the client is rejected as `invalid_client` on a page. */
export async function assertRefusedOnPage(site: ASite, client: AClient, why: RegExp, browser?: TestBrowser) {
  const page = await asks(site, client, {}, browser);
  assertOnPage(page, why);
  assert.match(page.body, /\/docs\/errors\/invalid_client"/);
}

/** Asserts that the request leads to sign-in. */
export async function assertAccepted(site: ASite, client: AClient, browser?: TestBrowser): Promise<void> {
  const page = await asks(site, client, {}, browser);
  assert.deepEqual([page.status, page.address.split("?")[0]], [200, "/sign-in"], textOf(page).slice(0, 1000));
}

interface StoredClient {
  id: string;
  name: string;
  redirectUris: string[];
  audience: string;
  scopes: string[] | null;
  review: string | null;
  blockedAt: Date | null;
  documentFetchedAt: Date;
  documentExpiresAt: Date;
  version: number;
}

/** The stored client of an application. */
export const storedClient = ({ site }: ASite, { url }: Application): Promise<StoredClient | undefined> =>
  database.first<StoredClient>`
    select id, name, redirect_uris, audience, scopes, review, blocked_at, document_fetched_at, document_expires_at, version
      from clients where site_id = ${site.id} and metadata_url = ${url}`;

/** A member's context in the admin area, optionally with an expected version. */
export const inAdminArea = (
  site: ASite,
  { id }: { id: string },
  roles: Role[] = ["owner"],
  seen?: number,
): RequestContext => ({
  ...site.context(),
  caller: { kind: "session", sessionId: newId(), memberId: id, accountId: newId(), roles },
  ...(seen !== undefined && { ifMatch: [seen] }),
});
