import assert from "node:assert/strict";
import { test } from "node:test";
import { later, minute } from "../support/clock.ts";
import { issueToken } from "../support/worlds/issue-token.ts";
import { aSite } from "../support/world.ts";
import { agentAt, anOperatorAgent, type Json, operatorScopes } from "./support/agent.ts";
import { canAsk, response } from "./support/consent.ts";

const invitation = { email: "new-staff@example.test", roles: ["manager"] };
type Agent = ReturnType<typeof agentAt>;
const invite = (agent: Agent, more?: Json, args: Json = invitation) =>
  agent.callModern("invite_member", args, canAsk, more);

void test("A user's response counts only with a state that was issued to the same client and person at the site", async () => {
  const site = await aSite();
  const operator = await anOperatorAgent(site);
  const asked = await invite(operator);
  const [expires, shown, signature] = asked.requestState!.split(".");
  const client = await site.operatorClient({ audience: "operator", name: "Other office" });
  const person = await site.member({ roles: ["owner"] });
  const scope = operatorScopes.join(" ");
  const strangers: [string, Agent][] = [
    ["another site", await anOperatorAgent(await aSite())],
    ["another client", agentAt(site, await issueToken(site, client, operator.member, scope))],
    ["another person", agentAt(site, await issueToken(site, operator.client, person, scope))],
  ];
  for (const [who, agent] of strangers) {
    const { error, resultType } = await invite(agent, response(true, asked));
    assert.deepEqual([error?.code, resultType], [-32_602, undefined], who);
    assert.match(error!.message, /`requestState` is not the state/);
  }
  const forged = [
    `${Number(expires) + minute}.${shown}.${signature}`,
    `${expires}.${"A".repeat(43)}.${signature}`,
    `${expires}.${shown}.${"A".repeat(43)}`,
    shown!,
    "",
  ];
  for (const requestState of forged) {
    const { error } = await invite(operator, response(true, { requestState }));
    assert.equal(error?.code, -32_602, requestState);
  }
  const invitations = await site.request("GET", "/api/v1/invitations", { bearer: operator.bearer });
  assert.deepEqual(invitations.json<Json>()["data"], []);
  assert.equal((await invite(operator, response(true, asked))).resultType, "complete");
});

void test("A user's response counts for ten minutes, and the user can be asked again", async () => {
  const operator = await anOperatorAgent(await aSite());
  const asked = await invite(operator);
  await later(11 * minute, async () => {
    const { failure } = await invite(operator, response(true, asked));
    assert.equal(failure?.code, "confirmation_required");
    assert.match(failure.message, /too late/);
    const askedAgain = await invite(operator);
    assert.equal((await invite(operator, response(true, askedAgain))).failure, undefined);
  });
});

void test("The state of a call through call_tool is checked in the same way", async () => {
  const operator = await anOperatorAgent(await aSite());
  const call = (more?: Json) =>
    operator.callModern("call_tool", { name: "invite_member", arguments: invitation }, canAsk, more);
  const asked = await call();
  assert.equal(asked.resultType, "input_required");
  assert.equal((await call(response(true, { requestState: "forged" }))).error?.code, -32_602);
  assert.equal((await call(response(true, asked))).failure, undefined);
});

void test("The user is not asked about a call that its schema rejects", async () => {
  const operator = await anOperatorAgent(await aSite());
  const calls: [string, Json, string][] = [
    ["invite_member", { ...invitation, email: 5 }, "/email"],
    ["invite_member", { ...invitation, roles: ["captain"] }, "/roles/0"],
    ["invite_member", { roles: ["manager"] }, "/email"],
    ["set_event_state", { event: "evt_1", state: 7 }, "/state"],
    ["save_webhook_endpoint", { changes: { url: ["https://receiver.example.test/"] } }, "/changes/url"],
  ];
  for (const [name, args, pointer] of calls) {
    for (const capabilities of [canAsk, {}]) {
      const { resultType, failure } = await operator.callModern(name, args, capabilities);
      assert.deepEqual([resultType, failure?.errors?.[0]?.pointer], ["complete", pointer], name);
    }
  }
});
