import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { scopeNames, scopes } from "#access/scopes.ts";
import { blockMetadataClient, unblockMetadataClient } from "#oauth/metadata-documents/operations.ts";
import { later, minute } from "../support/clock.ts";
import { type AMember } from "../support/world.ts";
import { assertRefused } from "./support/assert-refused.ts";
import { asks, assertOnPage } from "./support/document-client.ts";
import { decide, look, met, type Met, refusal, review } from "./support/met-application.ts";

const operatorScopes = scopeNames.filter((name) => scopes[name].kind === "operator");

const identity = ["openid", "profile", "email"];

const granted = async ({ site, client }: Met, member: AMember, scope: string) =>
  (await site.connect(client, member, scope)).scope;

void describe("A reviewed application", () => {
  void test("can hold every operator scope if approved, and no account scope", async () => {
    const of = await met();
    const { state, review: decision, audience, scopes: allowedScopes, reviewedBy } = await review(of, "approved");
    assert.deepEqual(
      [state, decision, audience, allowedScopes, reviewedBy],
      ["reviewed", "approved", "operator", null, of.owner.id],
    );
    const everything = [...identity, ...operatorScopes];
    const scope = await granted(of, of.owner, everything.join(" "));
    assert.deepEqual(scope.split(" ").toSorted(), everything.toSorted());
    assert.equal(await refusal(of, "openid account:read"), "invalid_scope");
  });

  void test("can hold only the selected scopes if limited to these", async () => {
    const of = await met();
    await review(of, "limited", ["courses:write", "openid", "courses:read"]);
    assert.equal(await granted(of, of.owner, "openid courses:read courses:write"), "openid courses:read courses:write");
    for (const scope of ["email", "students:read", "courses:read orders:read", "account:read"]) {
      assert.equal(await refusal(of, scope), "invalid_scope", scope);
    }
  });

  void test("can hold the selected account scopes of the consenting member if it is a member client", async () => {
    const of = await met();
    const { audience } = await review(of, "member", ["openid", "email", "account:read"]);
    assert.equal(audience, "member");
    const student = await of.site.member();
    const tokens = await of.site.connect(of.client, student, "openid email account:read");
    assert.equal(tokens.scope, "openid email account:read");
    const viewer = await of.site.graphql("{ viewer { id } }", tokens.access_token);
    assert.deepEqual(viewer.json(), { data: { viewer: { id: student.sub } } });
    for (const scope of ["account:write", "courses:read", "profile"]) {
      assert.equal(await refusal(of, scope), "invalid_scope", scope);
    }
  });
});

async function blocked() {
  const of = await met();
  await review(of, "approved");
  const tokens = await of.site.connect(of.client, of.owner, "openid email");
  const { code, verifier, browser } = await of.site.allow(of.client, of.owner, "openid", { prompt: "consent" });
  const waiting = await asks(of.site, of.client, { prompt: "consent" }, browser);
  await decide(of, blockMetadataClient);
  return { of, tokens, code, verifier, browser, waiting };
}

void describe("A blocked application", () => {
  void test("is rejected immediately at every endpoint, and its document is not fetched", async () => {
    const { of, tokens, code, verifier, browser, waiting } = await blocked();
    const { site, client, application } = of;
    assert.equal((await site.userinfo(tokens.access_token)).statusCode, 401);
    assertRefused(await site.refresh(client, tokens.refresh_token), 401, "invalid_client");
    assertRefused(await site.exchange(client, code, verifier), 401, "invalid_client");
    const form = { token: tokens.access_token };
    const introspected = await site.postForm("/api/oauth/introspect", form, { bearer: tokens.access_token });
    assert.deepEqual(introspected.json(), { active: false });
    assertOnPage(await asks(site, client, {}, browser), /blocked this client/);
    assertOnPage(await browser.submit(waiting, { decision: "allow" }), /removed or blocked/);
    await later(11 * minute, async () => assertOnPage(await asks(site, client), /blocked this client/));
    assert.equal(application.requests.length, 1);
  });

  void test("keeps its previous state and review when it is unblocked", async () => {
    const { of, tokens, code, verifier } = await blocked();
    assert.equal((await look(of)).state, "blocked");
    await decide(of, blockMetadataClient);
    await decide(of, unblockMetadataClient);
    assert.deepEqual([(await look(of)).state, (await look(of)).review], ["reviewed", "approved"]);
    assert.equal((await of.site.userinfo(tokens.access_token)).statusCode, 200);
    assert.equal((await of.site.refresh(of.client, tokens.refresh_token)).statusCode, 200);
    assert.equal((await of.site.exchange(of.client, code, verifier)).statusCode, 200);
  });
});
