import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { parse } from "csv-parse/sync";
import { unzipSync } from "fflate";
import { aDemoServer, type DemoServer } from "../support/worlds/demo-server.ts";
import { randomFrom } from "../support/data/random.ts";
import { operatorCalls } from "./support/operator-calls.ts";
import { anOwnersToken, unhurried } from "./support/owner-token.ts";

const kills = Number(process.env["CRASH_ROUNDS"] ?? 1);
const seed = Number(process.env["CRASH_SEED"] ?? Date.now() % 1_000_000);
const people = 1000;
const scope = "courses:read students:read students:write school:read school:write";

interface Job {
  id: string;
  status: string;
  progress: { processed: number; total: number | null };
  result: { url: string } | null;
}

async function idsIn({ result }: Job): Promise<Map<string, string[]>> {
  const response = await fetch(result!.url);
  assert.equal(response.status, 200);
  const files = Object.entries(unzipSync(new Uint8Array(await response.arrayBuffer())));
  return new Map(
    files.map(([name, bytes]) => {
      const rows: { id: string }[] = parse(Buffer.from(bytes), { bom: true, columns: true });
      return [name, rows.map(({ id }) => id)];
    }),
  );
}

void describe("a server killed during an export", () => {
  const random = randomFrom(seed);
  let demo: DemoServer;
  let api: ReturnType<typeof operatorCalls>;

  before(async () => {
    demo = await aDemoServer({ LECTERN_ENV: "development", LECTERN_LOG_LEVEL: "warn" });
    await unhurried(demo);
    api = operatorCalls(demo, await anOwnersToken(demo, scope));
    const courses = await api.call<{ data: { id: string }[] }>("/courses?limit=1");
    for (let from = 0; from < people; from += 1000) {
      const operations = Array.from({ length: 1000 }, (_, index) => ({
        course_id: courses.data[0]!.id,
        email: `p${from + index}@example.test`,
      }));
      await api.call("/enrollments/bulk", { operations, create_students: true });
    }
  });
  after(() => demo.close());

  const read = (id: string) => api.call<Job>(`/jobs/${id}`);

  /** Waits until at least this many rows are processed. */
  async function reached(id: string, rows: number): Promise<number> {
    for (;;) {
      const { status, progress } = await read(id);
      if (progress.processed >= rows || status === "succeeded") return progress.processed;
      await delay(5);
    }
  }

  void test(`writes each row once in the same order, whenever it is killed (CRASH_SEED=${seed})`, async (t) => {
    const order = { resources: ["students", "enrollments"], format: "csv" };
    const undisturbed = await api.ended<Job>((await api.call<Job>("/exports", order)).id);
    const whole = await idsIn(undisturbed);
    for (const ids of whole.values()) assert.ok(ids.length >= people);

    const met: number[] = [];
    for (let round = 1; round <= kills || (met.length === 0 && round <= 20); round++) {
      const { id } = await api.call<Job>("/exports", order);
      const progress = await reached(id, random() * 1.8 * people);
      await demo.process.killTree();
      await demo.restart();
      const job = await api.ended<Job>(id);
      assert.equal(job.status, "succeeded");
      assert.deepEqual(await idsIn(job), whole);
      if (progress < job.progress.processed) met.push(progress);
    }
    t.diagnostic(`killed after ${met.join(", ")} rows`);
    assert.ok(met.length > 0, "No kill interrupted a running export, so the test proves nothing.");
  });
});
