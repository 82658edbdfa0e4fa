import assert from "node:assert/strict";
import type { InjectOptions } from "fastify";
import type { InhabitedSite } from "../worlds/inhabited-site.ts";
import { httpsRedirect } from "../world.ts";
import { assertRefused, type Attempt, cookiesOf } from "./attempt.ts";

/** Programs of any origin can send a preflight, without cookies. */
export const preflight =
  (url: string): Attempt =>
  async (there, { site }) => {
    const headers = { origin: there.site.origin, "access-control-request-method": "POST" };
    const answer = await site.request("OPTIONS", url, { headers });
    assert.equal(answer.statusCode, 204);
    assert.equal(answer.headers["access-control-allow-credentials"], undefined);
    assert.equal(answer.body, "");
    return [answer];
  };

/** The response is that of an anonymous visitor, regardless of the request's credentials. */
export const sameForAll =
  (url: string): Attempt =>
  async (there, { site }) => {
    const stranger = await site.get(url);
    assert.equal(stranger.statusCode, 200);
    const headers = { cookie: cookiesOf(there.browser) };
    const answer = await site.get(url, { headers, bearer: there.tokens.access_token });
    assert.equal(
      answer.body.replaceAll(/"csrf" value="[^"]+"/g, ""),
      stranger.body.replaceAll(/"csrf" value="[^"]+"/g, ""),
    );
    return [answer];
  };

/** 404 for every caller. */
export const absent =
  (url: string): Attempt =>
  async (there, { site }) => {
    const headers = { cookie: cookiesOf(there.browser) };
    const answer = await site.get(url, { headers, bearer: there.tokens.access_token });
    assert.deepEqual([answer.statusCode, answer.json<{ error: string }>().error], [404, "not_found"]);
    return [answer];
  };

export const bearerRefused =
  (method: "GET" | "POST", url: string, payload?: object): Attempt =>
  async (there, { site }) => {
    const options: InjectOptions = payload ? { payload } : {};
    const answer = await site.request(method, url, { ...options, bearer: there.tokens.access_token });
    assert.equal(answer.statusCode, 401);
    assert.match(String(answer.headers["www-authenticate"]), /error="invalid_token"/);
    return [answer];
  };

export const token: Attempt = async (there, { site, client, confidential }) => {
  const foreignClient = await Promise.all([
    site.exchange(there.client, there.code, there.verifier),
    site.refresh(there.client, there.tokens.refresh_token),
    site.refresh(there.confidential, there.confidentialTokens.refresh_token),
  ]);
  for (const answer of foreignClient) assertRefused(answer, 401, "invalid_client");
  const ownClient = await Promise.all([
    site.exchange(client, there.code, there.verifier),
    site.refresh(client, there.tokens.refresh_token),
    site.refresh(confidential, there.confidentialTokens.refresh_token),
  ]);
  for (const answer of ownClient) assertRefused(answer, 400, "invalid_grant");
  return [...foreignClient, ...ownClient];
};

export const revoke: Attempt = async (there, { site, client }) => {
  const revokeAs = (clientId: string, revoked: string) =>
    site.postForm("/api/oauth/revoke", { client_id: clientId, token: revoked });
  const foreignClient = await revokeAs(there.client.clientId, there.tokens.refresh_token);
  assertRefused(foreignClient, 401, "invalid_client");
  // An unknown token gets the response of a revoked one (RFC 7009 §2.2).
  const ownClient = await Promise.all(
    [there.tokens.access_token, there.tokens.refresh_token].map((revoked) => revokeAs(client.clientId, revoked)),
  );
  for (const answer of ownClient) assert.deepEqual(answer.json(), {});
  return [foreignClient, ...ownClient];
};

export const introspect: Attempt = async (there, { site, confidential }) => {
  const ask = (as: InhabitedSite["client"], requested: string, bearer?: string) =>
    site.postForm(
      "/api/oauth/introspect",
      { token: requested, ...(!bearer && { client_id: as.clientId, client_secret: as.clientSecret }) },
      { bearer },
    );
  const requested = there.confidentialTokens.access_token;
  const foreignClient = await ask(there.confidential, requested);
  assertRefused(foreignClient, 401, "invalid_client");
  const dead = await Promise.all([ask(confidential, requested), ask(confidential, requested, requested)]);
  for (const answer of dead) assert.deepEqual(answer.json(), { active: false });
  return [foreignClient, ...dead];
};

export const register: Attempt = async (there, { site }) => {
  const payload = { client_name: "Reader", redirect_uris: ["http://127.0.0.1/cb"], client_id: there.client.clientId };
  const answer = await site.post("/api/oauth/register", payload, { bearer: there.tokens.access_token });
  assert.equal(answer.statusCode, 201);
  assert.notEqual(answer.json<{ client_id: string }>().client_id, there.client.clientId);
  const callback = await site.post("/api/oauth/register", { client_name: "Reader", redirect_uris: [httpsRedirect] });
  assertRefused(callback, 400, "invalid_redirect_uri");
  return [answer, callback];
};
