import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { test } from "node:test";
import { later, second } from "../support/clock.ts";
import { randomFrom } from "../support/data/random.ts";
import { rounds } from "../support/thorough.ts";
import { aSite, type AClient, type ASite, buildProcess, siteAt, type Tokens } from "../support/world.ts";
import { assertRefused } from "./support/assert-refused.ts";

/** A client with a refresh token, at a site with the default grace period and two processes. */
async function connected() {
  const site = await aSite();
  const [client, member] = [await site.register(), await site.member()];
  const tokens = await site.connect(client, member, "openid");
  return { site, client, tokens };
}

async function refreshed(site: ASite, client: AClient, token: string): Promise<Tokens> {
  const response = await site.refresh(client, token);
  assert.equal(response.statusCode, 200, response.body);
  return response.json<Tokens>();
}

const statusOf = async (site: ASite, { access_token }: Tokens) => (await site.userinfo(access_token)).statusCode;

void test("The first successor of a token that was used twice ends the other one, with its access token", async () => {
  const { site, client, tokens } = await connected();
  const [lost, retried] = [
    await refreshed(site, client, tokens.refresh_token),
    await refreshed(site, client, tokens.refresh_token),
  ];
  assert.deepEqual([await statusOf(site, lost), await statusOf(site, retried)], [200, 200]);
  const next = await refreshed(site, client, retried.refresh_token);
  assert.deepEqual([await statusOf(site, lost), await statusOf(site, retried)], [401, 200]);
  await later(20 * second, async () => {
    const last = await refreshed(site, client, next.refresh_token);
    assert.equal(await statusOf(site, last), 200);
  });
});

void test("A successor that lost against another one counts as a replay: its use ends the family", async () => {
  const { site, client, tokens } = await connected();
  const [first, second] = [
    await refreshed(site, client, tokens.refresh_token),
    await refreshed(site, client, tokens.refresh_token),
  ];
  const chosen = await refreshed(site, client, first.refresh_token);
  assertRefused(await site.refresh(client, second.refresh_token), 400, "invalid_grant");
  assert.equal(await statusOf(site, chosen), 401);
  assertRefused(await site.refresh(client, chosen.refresh_token), 400, "invalid_grant");
});

void test("A token whose successor was used counts as a replay, also within the grace period", async () => {
  for (const uses of [1, 2]) {
    const { site, client, tokens } = await connected();
    let successor = tokens;
    for (let use = 0; use < uses; use++) successor = await refreshed(site, client, tokens.refresh_token);
    const next = await refreshed(site, client, successor.refresh_token);
    assertRefused(await site.refresh(client, tokens.refresh_token), 400, "invalid_grant");
    assert.equal(await statusOf(site, next), 401, `after ${uses} uses`);
  }
});

void test("Exactly one of ten successors that two processes use concurrently is accepted", async () => {
  const { site, client, tokens } = await connected();
  const sites = [site, siteAt(site.site, buildProcess())];
  const successors = await Promise.all(
    Array.from({ length: 10 }, (_, index) => refreshed(sites[index % 2]!, client, tokens.refresh_token)),
  );
  const uses = await Promise.all(
    successors.map(({ refresh_token }, index) => sites[(index + 1) % 2]!.refresh(client, refresh_token)),
  );
  assert.equal(uses.filter(({ statusCode }) => statusCode === 200).length, 1);
});

void test("A token is used at most 32 times, and further uses end nothing", async () => {
  const { site, client, tokens } = await connected();
  const answers = [];
  for (let use = 0; use < 34; use++) answers.push(await site.refresh(client, tokens.refresh_token));
  assert.equal(
    answers.findIndex(({ statusCode }) => statusCode !== 200),
    32,
  );
  assertRefused(answers.at(-1)!, 400, "invalid_grant");
  await refreshed(site, client, answers[7]!.json<Tokens>().refresh_token);
});

void test("A token that was used again is known as long as its successors", async () => {
  const { site, client, tokens } = await connected();
  const day = 86_400 * second;
  const [first, other] = await later(59 * day, async () => [
    await refreshed(site, client, tokens.refresh_token),
    await refreshed(site, client, tokens.refresh_token),
  ]);
  await later(110 * day, async () => {
    await refreshed(site, client, first.refresh_token);
    assertRefused(await site.refresh(client, other.refresh_token), 400, "invalid_grant");
  });
});

interface Node {
  parent: Node | undefined;
  tokens: Tokens;
  /** A use of it succeeded. */
  isUsed: boolean;
}

const seed = Number(process.env["TEST_SEED"] ?? randomInt(2 ** 31));

for (let round = 0; round < rounds(4, 60); round++) {
  void test(`At most one chain survives any order of uses (TEST_SEED=${seed}, round ${round})`, async () => {
    const random = randomFrom(seed + round);
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
    const { site, client, tokens } = await connected();
    const sites = [site, siteAt(site.site, secondProcess())];
    const nodes: Node[] = [{ parent: undefined, tokens, isUsed: false }];
    let time = 0;
    for (let step = 0; step < 8; step++) {
      time += pick([0, 0, 1, 4, 11]) * second;
      const used = Array.from({ length: 1 + Math.floor(random() * 4) }, () => ({
        parent: pick(nodes.slice(-6)),
        at: pick(sites),
      }));
      await later(time, async () => {
        const answers = await Promise.all(
          used.map(async ({ parent, at }) => ({
            parent,
            response: await at.refresh(client, parent.tokens.refresh_token),
          })),
        );
        for (const { parent, response } of answers) {
          if (response.statusCode !== 200) assertRefused(response, 400, "invalid_grant");
          else {
            parent.isUsed = true;
            nodes.push({ parent, tokens: response.json<Tokens>(), isUsed: false });
          }
        }
        for (const [parent, siblings] of Map.groupBy(nodes, ({ parent }) => parent)) {
          const chosen = siblings.filter(({ isUsed }) => isUsed);
          assert.ok(chosen.length <= 1, `${chosen.length} successors of one token were used in step ${step}`);
          if (!parent || chosen.length === 0) continue;
          for (const sibling of siblings) {
            if (!chosen.includes(sibling)) assert.equal(await statusOf(site, sibling.tokens), 401);
          }
        }
      });
    }
    await later(time + 20 * second, async () => {
      const working = [];
      for (const node of nodes) {
        if ((await site.refresh(client, node.tokens.refresh_token)).statusCode === 200) working.push(node);
      }
      assert.ok(working.length <= 1, `${working.length} chains survived`);
    });
  });
}

let built: ReturnType<typeof buildProcess> | undefined;
const secondProcess = () => (built ??= buildProcess());
