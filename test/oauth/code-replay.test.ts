import assert from "node:assert/strict";
import { test } from "node:test";
import { later, minute } from "../support/clock.ts";
import { auditActions } from "../support/worlds/records.ts";
import { aSite, buildProcess, newVerifier, type Tokens } from "../support/world.ts";
import { assertRefused } from "./support/assert-refused.ts";

async function redeemed(extra: Record<string, string> = {}) {
  const site = await aSite();
  const [client, member] = [await site.register(), await site.member()];
  const { code, verifier } = await site.allow(client, member, "openid", extra);
  const tokens = (await site.exchange(client, code, verifier, extra)).json<Tokens>();
  assert.equal((await site.userinfo(tokens.access_token)).statusCode, 200);
  return { site, client, member, code, verifier, tokens };
}

void test("A second use of a code revokes the tokens of the first use immediately", async () => {
  const { site, client, code, verifier, tokens } = await redeemed();
  assertRefused(await site.exchange(client, code, verifier), 400, "invalid_grant");
  assert.equal((await site.userinfo(tokens.access_token)).statusCode, 401);
  assertRefused(await site.refresh(client, tokens.refresh_token), 400, "invalid_grant");
  assert.ok((await auditActions(site)).includes("endReplayedTokens"));
});

void test("A second use also revokes tokens refreshed since", async () => {
  const { site, client, code, verifier, tokens } = await redeemed();
  const next = (await site.refresh(client, tokens.refresh_token)).json<Tokens>();
  await later(10 * minute, async () =>
    assertRefused(await site.exchange(client, code, verifier), 400, "invalid_grant"),
  );
  assert.equal((await site.userinfo(next.access_token)).statusCode, 401);
  assertRefused(await site.refresh(client, next.refresh_token), 400, "invalid_grant");
});

void test("A second use that is otherwise invalid revokes nothing: an observer of the code can do no harm", async () => {
  const { site, client, code, verifier, tokens } = await redeemed();
  const attacker = await site.register();
  assertRefused(await site.exchange(attacker, code, verifier), 400, "invalid_grant");
  assertRefused(await site.exchange(client, code, newVerifier()), 400, "invalid_grant");
  assertRefused(await site.exchange(client, code, verifier, { redirect_uri: "https://x.test/" }), 400, "invalid_grant");
  assert.equal((await site.userinfo(tokens.access_token)).statusCode, 200);
});

void test("The tokens of another authorization of the same client stay valid", async () => {
  const { site, client, member, code, verifier } = await redeemed();
  const others = await site.connect(client, member, "openid");
  await site.exchange(client, code, verifier);
  assert.equal((await site.userinfo(others.access_token)).statusCode, 200);
});

void test("Exactly one of 50 concurrent exchanges of one code succeeds, and its tokens are revoked", async () => {
  const [site, elsewhere] = [await aSite(), buildProcess()];
  const [client, member] = [await site.register(), await site.member()];
  const { code, verifier } = await site.allow(client, member, "openid");
  const payload = new URLSearchParams({
    grant_type: "authorization_code",
    code,
    redirect_uri: client.redirectUri,
    client_id: client.clientId,
    code_verifier: verifier,
  }).toString();
  const headers = { host: site.host, "content-type": "application/x-www-form-urlencoded" };
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      index % 2 === 0
        ? site.exchange(client, code, verifier)
        : elsewhere.inject({ method: "POST", url: "/api/oauth/token", payload, headers }),
    ),
  );

  const winners = answers.filter(({ statusCode }) => statusCode === 200);
  assert.equal(winners.length, 1);
  for (const answer of answers) if (answer !== winners[0]) assertRefused(answer, 400, "invalid_grant");
  const tokens = winners[0]!.json<Tokens>();
  assert.equal((await site.userinfo(tokens.access_token)).statusCode, 401);
  assertRefused(await site.refresh(client, tokens.refresh_token), 400, "invalid_grant");
});

void test("None of 50 exchanges with guessed verifiers succeeds after the first wrong one", async () => {
  const site = await aSite();
  const client = await site.register();
  const { code, verifier } = await site.allow(client, await site.member(), "openid");
  assertRefused(await site.exchange(client, code, newVerifier()), 400, "invalid_grant");
  const answers = await Promise.all(Array.from({ length: 50 }, () => site.exchange(client, code, verifier)));
  for (const answer of answers) assertRefused(answer, 400, "invalid_grant");
});
