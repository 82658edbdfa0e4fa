import { randomBytes } from "node:crypto";
import type { Role } from "#access/roles.ts";
import { seal } from "#lib/secrets/sealed-box.ts";
import { boxOfSecret, type IdentityProvider } from "#domain/people/identity-providers/provider.ts";
import { insertProvider } from "#domain/people/identity-providers/queries.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import type { Page, TestBrowser } from "../../../support/browser-session.ts";
import { internet } from "../../../support/doubles/document-web.ts";
import { anOpenIdProvider, type OpenIdProvider } from "../../../support/doubles/openid-provider.ts";
import {
  type AClient,
  answerOf,
  aSite,
  type ASite,
  authorizeUrl,
  buildProcess,
  postbox,
  siteAt,
  type Tokens,
} from "../../../support/world.ts";

export const identities = { key: randomBytes(32), rules: internet };

const online = buildProcess({ identities, mail: postbox });

/** A site whose process reaches providers on the simulated internet. */
export const aSiteOnline = async (settings: Parameters<typeof aSite>[0] = {}): Promise<ASite> =>
  siteAt((await aSite(settings)).site, online);

export interface Connected {
  site: ASite;
  provider: OpenIdProvider;
  /** ID of the provider at the site. */
  id: string;
  wireId: string;
  /** Path at which sign-ins begin. */
  path: string;
  domain: string;
}

/** Adds a provider to a site, switched on, with a domain of its own. */
export async function connectProvider(
  site: ASite,
  provider: OpenIdProvider,
  fields: Partial<IdentityProvider> = {},
): Promise<Connected> {
  const { id = newId() } = fields;
  const domain = `${newId()}.example`;
  const context = { ...site.context(), identities };
  await insertProvider(
    context,
    {
      id,
      name: "Harbour ID",
      protocol: "openid",
      saml: null,
      preset: "other",
      issuer: provider.issuer,
      clientId: provider.clientId,
      clientSecret: seal(identities.key, Buffer.from(provider.clientSecret), boxOfSecret(site.id, id)),
      teamId: null,
      keyId: null,
      scopes: ["openid", "email", "profile"],
      domains: [domain],
      groupsClaim: "groups",
      groupRoles: {},
      createsMembers: true,
      passwordsOff: false,
      active: true,
      ...fields,
    },
    context.now,
  );
  const wireId = formatId("identityProvider", id);
  return { site, provider, id, wireId, path: `/sign-in/with/${wireId}`, domain };
}

/** A site with a provider. */
export const aConnectedSite = async (fields: Partial<IdentityProvider> = {}): Promise<Connected> =>
  connectProvider(await aSiteOnline(), await anOpenIdProvider(), fields);

/** Begins a sign-in with the button of the page. Returns the address at the provider. */
export async function leave(browser: TestBrowser, path: string, from = "/sign-in"): Promise<string> {
  const page = await browser.open(from);
  return addressIn(
    await browser.submit(page, {}, page.body.includes(`action="${path}?`) ? withQuery(page, path) : path),
  );
}

const withQuery = (page: Page, path: string): string =>
  page.body.split(`action="${path}?`)[1]!.split('"')[0]!.replace(/^/, `${path}?`);

/** The address to which a page sends the browser. */
export function addressIn({ response, status, body }: Page): string {
  const [, address] = /^0; url=(.*)$/.exec(String(response.headers["refresh"])) ?? [];
  if (address === undefined) throw new Error(`The page (${status}) leads to no provider: ${body.slice(0, 3000)}`);
  return address;
}

/** Claims about a person whose address the provider has verified. */
export const personAt = (domain: string, claims: Record<string, unknown> = {}) => ({
  sub: newId(),
  email: `ana@${domain}`,
  email_verified: true,
  name: "Ana Lima",
  ...claims,
});

/** The whole sign-in in a new browser. */
export async function signInWith(
  { site, provider, path }: Connected,
  claims: Record<string, unknown>,
  browser = site.browser(),
): Promise<{ page: Page; browser: TestBrowser }> {
  const address = await leave(browser, path);
  return { page: await browser.open(provider.approve(address, claims)), browser };
}

/** The member of a browser authorizes a client. Returns its code. */
export async function authorizeIn(browser: TestBrowser, client: AClient): Promise<{ code: string; verifier: string }> {
  const { url, verifier } = authorizeUrl(client);
  const page = await browser.open(url);
  return { ...answerOf(page.status === 200 ? await browser.submit(page, { decision: "allow" }) : page), verifier };
}

/** Authorizes a client and redeems its code. */
export async function connectIn(browser: TestBrowser, site: ASite, client: AClient): Promise<Tokens> {
  const { code, verifier } = await authorizeIn(browser, client);
  return (await site.exchange(client, code, verifier)).json<Tokens>();
}

/** The member of the session in a browser; undefined without one. */
export async function memberIn(browser: TestBrowser): Promise<string | undefined> {
  const page = await browser.open("/account");
  return page.address === "/account" ? page.body : undefined;
}

export const rolesOf = async (site: ASite, email: string): Promise<Role[]> => {
  const found = await site.context().db.many<{ roles: Role[] }>`
    select roles from members where site_id = ${site.id} and email = ${email}`;
  return found[0]?.roles ?? [];
};
