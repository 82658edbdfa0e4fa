import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { aDemoServer, type DemoServer } from "../support/worlds/demo-server.ts";
import { HttpVisitor } from "../support/browsers/http-visitor.ts";
import { randomFrom } from "../support/data/random.ts";
import { ApiKeys } from "./support/api-keys.ts";
import { checkAccess, checkCodes, checkRefresh } from "./support/checks.ts";
import { Imports } from "./support/imports.ts";
import type { Connection } from "./support/ledger.ts";
import { work } from "./support/load.ts";
import { OperatorApi } from "./support/operator-api.ts";
import { OperatorWrites } from "./support/operator-writes.ts";
import { unhurried } from "./support/owner-token.ts";
import { redirectUri, TestProgram } from "./support/program.ts";
import { ProgressReports } from "./support/progress-reports.ts";
import { StudentComments } from "./support/student-comments.ts";
import { aWebhookListener } from "./support/webhook-listener.ts";
import type { Writes } from "./support/writes.ts";
import { rounds } from "../support/thorough.ts";
import { until } from "../support/until.ts";

const kills = Number(process.env["CRASH_ROUNDS"] ?? rounds(1, 8));
const seed = Number(process.env["CRASH_SEED"] ?? Date.now() % 1_000_000);
const workers = 6;
/** Milliseconds until each kind of work was done twice: seconds, except on a machine that does much more. */
const patience = 900_000;

void describe("a server whose processes are all killed repeatedly under load", () => {
  const random = randomFrom(seed);
  const ledger: Connection[] = [];
  const counts = {
    killed: 0,
    access: 0,
    refresh: 0,
    codes: 0,
    groups: 0,
    reports: 0,
    imports: 0,
    keys: 0,
    comments: 0,
    failedStarts: 0,
    underWay: 0,
    startMs: [] as number[],
  };
  let demo: DemoServer;
  let writes: OperatorWrites;
  let progress: ProgressReports;
  let others: Record<"imports" | "keys" | "comments", Writes>;
  let webhooks: Awaited<ReturnType<typeof aWebhookListener>>;
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
    await unhurried(demo);
    webhooks = await aWebhookListener();
    await new OperatorApi(demo.site).post("/webhook_endpoints", {
      url: webhooks.url,
      event_types: ["group.updated", "lecture_progress.completed"],
    });
    writes = new OperatorWrites(demo, random);
    progress = new ProgressReports(demo, random);
    await progress.prepare(Math.min(kills, 30));
    const comments = new StudentComments(demo);
    await comments.prepare(2 * kills);
    const keys = new ApiKeys(demo, random);
    await keys.prepare();
    const imports = new Imports(demo);
    await imports.prepare();
    others = { imports, keys, comments };
  });
  after(async () => {
    await demo.close();
    await webhooks.close();
  });

  void test(`keeps every acknowledged write over ${kills} kills (CRASH_SEED=${seed})`, async (t) => {
    for (let round = 1; round <= kills || (counts.underWay === 0 && round <= 2 * kills); round++) {
      const known = { ledger: ledger.length, groups: writes.groups.length, reports: progress.reports.length };
      const knownOthers = sizes();
      await killUnderLoad();
      const startedAt = performance.now();
      await restart();
      counts.startMs.push(Math.round(performance.now() - startedAt));
      await check(someOf(ledger, known.ledger));
      await checkWrites(someOf(writes.groups, known.groups), someOf(progress.reports, known.reports));
      await checkOthers((name, items) => someOf(items, knownOthers[name]));
    }
    await checkWrites(writes.groups, progress.reports);
    await checkOthers((_name, items) => items);
    await checkWebhooks();
    counts.access += await checkAccess(program, ledger);
    counts.codes += await checkCodes(program, ledger);
    await checkAccess(program, ledger);

    t.diagnostic(JSON.stringify(counts));
    assert.ok(counts.killed >= kills);
    assert.ok(counts.underWay > 0, "No kill interrupted a running request, so the test proves nothing.");
    assert.ok(ledger.length >= kills * 2, "The load was too low.");
  });

  /** Starts again, as a supervisor does, if a very busy machine kept the database from accepting a connection in time. */
  async function restart(): Promise<void> {
    try {
      await demo.restart();
    } catch (error) {
      if (!/timeout exceeded when trying to connect/.test(String(error)) || ++counts.failedStarts > 10 * kills)
        throw error;
      await demo.process.exited;
      await restart();
    }
  }

  async function killUnderLoad(): Promise<void> {
    const load = Promise.all([
      ...visitors.map((visitor) => work(program, visitor, ledger, random)),
      writes.work(),
      progress.work(),
      ...Object.values(others).map((each) => each.work()),
    ]);
    const early = load.then(() => Promise.reject(new Error("The load ended before the server did.")));
    // On a busy machine a fixed delay could pass before anything was done.
    const lists = [ledger, writes.groups, progress.reports, ...Object.values(others).map(({ items }) => items)];
    const known = lists.map(({ length }) => length);
    const worked = until(
      () => lists.every(({ length }, index) => length >= known[index]! + 2),
      "two codes, groups, reports, imports, API keys and comments",
      patience,
    );
    await Promise.race([worked.then(() => delay(random() * 500)), early]);
    await demo.process.killTree();
    early.catch(() => {});
    await load;
    counts.killed++;
  }

  /** The new items of a round, and a sample of the older ones. */
  const someOf = <Item>(items: readonly Item[], known: number): Item[] => [
    ...items.slice(known),
    ...items.slice(0, known).filter(() => random() < 20 / (known + 1)),
  ];

  async function checkWrites(groups: OperatorWrites["groups"], reports: ProgressReports["reports"]): Promise<void> {
    counts.underWay += writes.underWay(groups) + reports.filter(({ state }) => state === "sent").length;
    counts.groups += await writes.check(groups);
    counts.reports += await progress.check(reports);
  }

  const sizes = () => ({
    imports: others.imports.items.length,
    keys: others.keys.items.length,
    comments: others.comments.items.length,
  });

  async function checkOthers(
    chosen: (name: keyof typeof others, items: readonly unknown[]) => readonly unknown[],
  ): Promise<void> {
    for (const name of ["imports", "keys", "comments"] as const) {
      const items = chosen(name, others[name].items);
      counts.underWay += items.filter((item) => others[name].isUnderWay(item)).length;
      await others[name].check(items);
      counts[name] += items.length;
    }
  }

  const changedGroups = () => webhooks.objectsOf("group.updated").map(({ id }) => String(id));
  const completedLectures = () =>
    webhooks
      .objectsOf("lecture_progress.completed")
      .map((object) => `${String(object["enrollment_id"])} ${String(object["lecture_id"])}`);

  /** Every change of a group and every completed lecture has one event, and the receiver gets it. */
  async function checkWebhooks(): Promise<void> {
    const changed = writes.groups.flatMap(({ id, counter }) => Array.from({ length: 1 + counter }, () => id!));
    const { completed } = progress;
    await until(
      () => changedGroups().length >= changed.length && completedLectures().length >= completed.length,
      "all webhooks",
    );
    assert.deepEqual(changedGroups().toSorted(), changed.toSorted(), "An event of a group is lost or doubled.");
    assert.deepEqual(completedLectures().toSorted(), completed.toSorted(), "An event of progress is lost or doubled.");
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
