import { seal } from "#lib/secrets/sealed-box.ts";
import { newKeyPair, type OwnKeyPair } from "#domain/people/identity-providers/saml/own-certificate.ts";
import type { IdentitySystem } from "#domain/people/identity-providers/identity-system.ts";
import { boxOfSecret, type IdentityProvider } from "#domain/people/identity-providers/provider.ts";
import { insertProvider } from "#domain/people/identity-providers/queries.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import type { Page, TestBrowser } from "../../../support/browser-session.ts";
import {
  aSamlProvider,
  type AuthnRequest,
  formWith,
  type Person,
  type SamlProvider,
} from "../../../support/doubles/saml-provider.ts";
import type { ASite } from "../../../support/world.ts";
import { aSiteOnline, identities, leave } from "./provider-site.ts";

export interface SamlSite {
  site: ASite;
  provider: SamlProvider;
  id: string;
  wireId: string;
  path: string;
  domain: string;
}

let own: Promise<OwnKeyPair> | undefined;

/** Adds a SAML provider to a site, switched on, with a domain of its own. */
export async function connectSaml(
  site: ASite,
  provider: SamlProvider,
  { saml, ...fields }: Partial<IdentityProvider> = {},
  system: IdentitySystem = identities,
): Promise<SamlSite> {
  const { id = newId() } = fields;
  const domain = `${newId()}.example`;
  const { privateKey, certificate } = await (own ??= newKeyPair(new Date()));
  const context = site.context();
  await insertProvider(
    context,
    {
      id,
      name: "Harbour SAML",
      protocol: "saml",
      preset: "other",
      issuer: provider.entity,
      clientId: "",
      clientSecret: seal(system.key, privateKey, boxOfSecret(site.id, id)),
      teamId: null,
      keyId: null,
      saml: {
        signInAddress: provider.signInAddress,
        logoutAddress: provider.logoutAddress,
        certificates: [provider.keys.certificate],
        ownCertificate: certificate,
        metadataAddress: null,
        ...saml,
      },
      scopes: [],
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

/** A site with a SAML provider. */
export const aSamlSite = async (fields: Partial<IdentityProvider> = {}): Promise<SamlSite> =>
  connectSaml(await aSiteOnline(), await aSamlProvider(), fields);

/** Begins a sign-in. Returns the request that the provider gets. */
export const beginAt = async (
  { provider, path }: SamlSite,
  browser: TestBrowser,
  from?: string,
): Promise<AuthnRequest> => provider.read(await leave(browser, path, from));

/** A browser carries the form to the school: a POST of another site has no cookies, the redirect after it has them. */
export async function carry(
  { site, path }: SamlSite,
  browser: TestBrowser,
  form: Record<string, string>,
): Promise<Page> {
  const sent = await site.browser().request("POST", `${path}/acs`, form, { "sec-fetch-site": "cross-site" });
  if (sent.statusCode !== 303) {
    return { address: `${path}/acs`, status: sent.statusCode, body: sent.body, response: sent };
  }
  return browser.open(String(sent.headers.location));
}

/** A person of the domain. */
export const personOf = (domain: string, attributes: Person["attributes"] = {}): Person => ({
  nameId: newId(),
  attributes: { mail: `ana@${domain}`, displayName: "Ana Lima", ...attributes },
});

/** The whole sign-in in a new browser, with what the provider makes of the request. */
export async function signInWithSaml(
  connected: SamlSite,
  answer: (request: AuthnRequest) => string | Buffer | Promise<string | Buffer>,
  browser = connected.site.browser(),
): Promise<{ page: Page; browser: TestBrowser }> {
  const request = await beginAt(connected, browser);
  const page = await carry(connected, browser, formWith(await answer(request), request.relayState));
  return { page, browser };
}
