import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { aDemoServer, type DemoServer } from "../support/demo-server.ts";
import { HttpVisitor } from "../support/http-visitor.ts";
import { randomFrom } from "../support/random.ts";
import { checkAccess, checkCodes, checkRefresh } from "./support/checks.ts";
import type { Connection } from "./support/ledger.ts";
import { work } from "./support/load.ts";
import { redirectUri, TestProgram } from "./support/program.ts";
import { rounds } from "../support/thorough.ts";
import { until } from "../support/until.ts";

const kills = Number(process.env["CRASH_ROUNDS"] ?? rounds(1, 8));
const seed = Number(process.env["CRASH_SEED"] ?? Date.now() % 1_000_000);
const workers = 6;

void describe("a server whose processes are all killed repeatedly under load", () => {
  const random = randomFrom(seed);
  const ledger: Connection[] = [];
  const counts = { killed: 0, access: 0, refresh: 0, codes: 0, underWay: 0, slowestStartMs: 0 };
  let demo: DemoServer;
  let visitors: HttpVisitor[];
  let program: TestProgram;

  before(async () => {
    // Not the test environment, whose database does not fsync.
    demo = await aDemoServer({ LECTERN_ENV: "development", LECTERN_LOG_LEVEL: "warn" }, "npm");
    const { origin, members } = demo.site;
    const registration = await fetch(`${origin}/api/oauth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ redirect_uris: [redirectUri] }),
    });
    const { client_id } = (await registration.json()) as { client_id: string };
    program = new TestProgram(origin, client_id);
    visitors = Array.from({ length: workers }, () => new HttpVisitor(origin));
    for (const [index, visitor] of visitors.entries()) {
      const { email, password } = members[index % members.length]!;
      assert.equal((await visitor.signIn(email, password)).status, 303);
    }
  });
  after(() => demo.close());

  void test(`keeps every acknowledged write over ${kills} kills (CRASH_SEED=${seed})`, async (t) => {
    for (let round = 1; round <= kills || (counts.underWay === 0 && round <= 2 * kills); round++) {
      const known = ledger.length;
      await killUnderLoad();
      const startedAt = performance.now();
      await demo.restart();
      counts.slowestStartMs = Math.max(counts.slowestStartMs, Math.round(performance.now() - startedAt));
      const fresh = ledger.slice(known);
      const older = ledger.slice(0, known).filter(() => random() < 20 / (known + 1));
      await check([...fresh, ...older]);
    }
    counts.access += await checkAccess(program, ledger);
    counts.codes += await checkCodes(program, ledger);
    await checkAccess(program, ledger);

    t.diagnostic(JSON.stringify(counts));
    assert.ok(counts.killed >= kills);
    assert.ok(counts.underWay > 0, "No kill interrupted a running request, so the test proves nothing.");
    assert.ok(ledger.length >= kills * 2, "The load was too low.");
  });

  async function killUnderLoad(): Promise<void> {
    const load = Promise.all(visitors.map((visitor) => work(program, visitor, ledger, random)));
    const early = load.then(() => Promise.reject(new Error("The load ended before the server did.")));
    // On a busy machine a fixed delay could pass before anything was done.
    const known = ledger.length;
    const worked = until(() => ledger.length >= known + 2, "two codes");
    await Promise.race([worked.then(() => delay(random() * 500)), early]);
    await demo.process.killTree();
    early.catch(() => {});
    await load;
    counts.killed++;
  }

  async function check(connections: readonly Connection[]): Promise<void> {
    counts.underWay += connections.filter(isUnderWay).length;
    counts.access += await checkAccess(program, connections);
    // A possibly unused code is used within its lifetime, and a sample of the others, so that the rest can be checked
    // later.
    const codes = connections.filter(({ codeState }) => codeState !== "redeemed" || random() < 0.3);
    counts.codes += await checkCodes(program, codes);
    counts.refresh += await checkRefresh(program, connections);
    counts.access += await checkAccess(program, connections);
  }
});

const isUnderWay = ({ codeState, access, refresh, state }: Connection): boolean =>
  codeState === "sent" ||
  refresh?.state === "sent" ||
  state === "ending" ||
  access.some((token) => token.state === "revoking");
