import { newId } from "#domain/platform/ids.ts";
import { aConnectedSite, type Connected, personAt, signInWith } from "./provider-site.ts";

const events = { "http://schemas.openid.net/event/backchannel-logout": {} };
export const seconds = () => Math.floor(Date.now() / 1000);

/** Claims of a logout token. */
export const logoutClaims = ({ provider }: Connected, claims: Record<string, unknown>) => ({
  iss: provider.issuer,
  aud: provider.clientId,
  iat: seconds(),
  exp: seconds() + 120,
  jti: newId(),
  events,
  ...claims,
});

/** Sends a logout token, as the server of the provider does: without cookies and from another origin. */
export const logOut = ({ site, path }: Connected, token: string) =>
  site.postForm(
    `${path}/back-channel-logout`,
    { logout_token: token },
    { headers: { origin: "https://login.example" } },
  );

/** A person with two sessions of their own at the provider. */
export async function twoSessions() {
  const connected = await aConnectedSite();
  const claims = personAt(connected.domain);
  const [one, two] = [
    (await signInWith(connected, { ...claims, sid: "session-1" })).browser,
    (await signInWith(connected, { ...claims, sid: "session-2" })).browser,
  ];
  return { connected, claims, one, two };
}
