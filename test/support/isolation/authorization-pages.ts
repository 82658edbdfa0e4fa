import assert from "node:assert/strict";
import { encode } from "../world.ts";
import { type Attempt, cookiesOf, csrfOf, foreignCsrf, visitor } from "./attempt.ts";

/** Pages of development do not exist for sites that are not on loopback. */
export const developmentPage =
  (path: string): Attempt =>
  async (there, { site }) => {
    const answer = await site.get(path, { headers: { cookie: cookiesOf(there.browser) } });
    assert.equal(answer.statusCode, 404);
    return [answer];
  };

/** GET /select-account with a pending request of another site, and with a session of another site. */
export const selectAccountPage: Attempt = async (there, here) => {
  const ownBrowser = await here.site.signedIn(here.member);
  const foreignRequest = await ownBrowser.request("GET", `/select-account?authorization=${there.authorization}`);
  assert.equal(foreignRequest.statusCode, 400);
  const foreignSession = await visitor(there, here).request(
    "GET",
    `/select-account?authorization=${here.authorization}`,
  );
  assert.equal(foreignSession.statusCode, 400);
  return [foreignRequest, foreignSession];
};

export const selectAccount: Attempt = async (there, here) => {
  const ownBrowser = await here.site.signedIn(here.member);
  const csrf = csrfOf(await ownBrowser.open("/account"));
  const foreignRequest = await ownBrowser.request("POST", `/select-account?authorization=${there.authorization}`, {
    csrf,
    account: here.member.sub,
  });
  assert.equal(foreignRequest.statusCode, 400);
  return [foreignRequest];
};

/** An id_token and a client of another site prove nothing: the member is asked, and nothing redirects by itself. */
export const logoutPage: Attempt = async (there, here) => {
  const ownBrowser = await here.site.signedIn(here.member);
  const answer = await ownBrowser.request("GET", `/oauth/logout?${foreignProof(there)}`);
  assert.equal(answer.headers.location, undefined);
  assert.equal((await ownBrowser.request("GET", "/account")).statusCode, 200);
  return [answer];
};

export const logout: Attempt = async (there, here) => {
  const ownBrowser = await here.site.signedIn(here.member);
  const answer = await ownBrowser.request(
    "POST",
    "/oauth/logout",
    Object.fromEntries(new URLSearchParams(foreignProof(there))),
  );
  assert.equal(answer.headers.location, undefined);
  assert.equal((await ownBrowser.request("GET", "/account")).statusCode, 200);
  return [answer];
};

export const logoutConfirmation: Attempt = async (there, here) => {
  const ownBrowser = await here.site.signedIn(here.member);
  const answer = await ownBrowser.request("POST", "/oauth/logout/confirm", { csrf: await foreignCsrf(there) });
  assert.equal(answer.headers.location, undefined);
  assert.equal((await ownBrowser.request("GET", "/account")).statusCode, 200);
  return [answer];
};

const foreignProof = ({ client, tokens }: Parameters<Attempt>[0]): string =>
  encode({
    client_id: client.clientId,
    id_token_hint: tokens.id_token,
    post_logout_redirect_uri: "https://evil.example/",
  });
