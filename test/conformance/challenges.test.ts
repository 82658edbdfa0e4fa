import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import * as oauth from "oauth4webapi";
import { type LiveSite, aLiveSite } from "../support/worlds/live-site.ts";
import { viewer } from "./support/program.ts";

void describe("the challenges of the Member API, as oauth4webapi parses them", () => {
  let live: LiveSite;

  before(async () => {
    live = await aLiveSite();
  });
  after(() => live.close());

  void test("an unknown token is 401, and one without the scope is 403 with the granted and required scopes", async () => {
    const { site } = live;
    const { access_token } = await site.connect(await site.register(), await site.member(), "openid email");
    const metadata = `${live.origin}/.well-known/oauth-protected-resource`;

    const unknown = await challengeOf(viewer(live.origin, "lat_unknown"));
    assert.deepEqual(
      { ...unknown.parameters, status: unknown.status, scheme: unknown.scheme },
      {
        error: "invalid_token",
        error_description: "The access token is unknown, expired or revoked.",
        scope: "account:read",
        resource_metadata: metadata,
        status: 401,
        scheme: "bearer",
      },
    );
    const insufficient = await challengeOf(viewer(live.origin, access_token));
    assert.deepEqual(
      { ...insufficient.parameters, status: insufficient.status },
      {
        error: "insufficient_scope",
        error_description: "This request requires the scope account:read.",
        scope: "openid email account:read",
        resource_metadata: metadata,
        status: 403,
      },
    );
  });

  void test("a token of another site is invalid_token, with the address of this site's authorization server", async () => {
    const other = await aLiveSite();
    const member = await other.site.member();
    const tokens = await other.site.connect(await other.site.operatorClient(), member, "openid account:read");
    const { parameters, status } = await challengeOf(viewer(live.origin, tokens.access_token));
    assert.equal(status, 401);
    assert.equal(parameters.error, "invalid_token");
    assert.equal(parameters.resource_metadata, `${live.origin}/.well-known/oauth-protected-resource`);
    assert.equal((await viewer(other.origin, tokens.access_token)).status, 200);
    await other.close();
  });
});

/** The challenge of a rejected request, as parsed by the library. */
async function challengeOf(refused: Promise<unknown>) {
  const error = await refused.then(() => undefined).catch((reason: unknown) => reason);
  assert.ok(error instanceof oauth.WWWAuthenticateChallengeError, `Expected a challenge, got ${String(error)}`);
  return { ...error.cause[0]!, status: error.status };
}
