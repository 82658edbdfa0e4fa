import type { Role } from "#access/roles.ts";
import type { SiteSettings } from "#domain/platform/site/settings.ts";
import type { Page, TestBrowser } from "../../support/browser-session.ts";
import { type AClient, aSite, httpsRedirect } from "../../support/world.ts";

export const applications = "/admin/developers/applications";

/** An administrator of a site with the applications feature. */
export async function anOperator({ role = "owner", ...settings }: Partial<SiteSettings> & { role?: Role } = {}) {
  const site = await aSite({ betaFeatures: ["mcp_connections"], ...settings });
  const operator = await site.member({ name: "Olga Petrova", roles: [role] });
  return { site, operator, browser: await site.signedIn(operator) };
}

/** Valid fields of the form for a new application. */
export const wellFilled: Record<string, string> = {
  name: "Study Buddy",
  description: "Reminds people of their lessons.",
  redirect_uris: httpsRedirect,
  client_type: "confidential",
  "scope.openid": "on",
  "scope.email": "on",
  "scope.account:read": "on",
};

/** Fills in and sends the form for a new application; `undefined` leaves a field out. */
export async function register(
  browser: TestBrowser,
  fields: Record<string, string | undefined> = {},
  audience: "member" | "operator" = "member",
): Promise<Page> {
  const form = await browser.open(`${applications}/new?audience=${audience}`);
  return browser.submit(form, present({ ...wellFilled, ...fields }));
}

/** Removes undefined fields. */
export const present = (fields: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined));

/** Reads the credentials of the new client from its page. */
export function clientIn(
  { body, address }: Pick<Page, "body" | "address">,
  redirectUri = httpsRedirect,
): AClient & { page: string } {
  const clientId = /cli_[0-9a-hjkmnp-tv-z]{26}/.exec(body)?.[0];
  if (clientId === undefined) throw new Error(`No client_id at ${address}: ${body.slice(0, 2000)}`);
  return { clientId, clientSecret: secretIn({ body }), redirectUri, page: `${applications}/${clientId}` };
}

export const secretIn = ({ body }: Pick<Page, "body">): string | undefined => /lcs_[A-Za-z0-9_-]{43}/.exec(body)?.[0];
