import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { aDemoServer, type DemoServer } from "../support/worlds/demo-server.ts";
import { randomFrom } from "../support/data/random.ts";
import { operatorCalls } from "./support/operator-calls.ts";
import { anOwnersToken, unhurried } from "./support/owner-token.ts";

const kills = Number(process.env["CRASH_ROUNDS"] ?? 1);
const seed = Number(process.env["CRASH_SEED"] ?? Date.now() % 1_000_000);
const people = 2000;
const scope = "courses:read students:read students:write members:read members:write school:read school:write";

interface Job {
  id: string;
  status: string;
  progress: { processed: number; created: number; updated: number; unchanged: number; failed: number };
}

void describe("a server killed during an import", () => {
  const random = randomFrom(seed);
  let demo: DemoServer;
  let api: ReturnType<typeof operatorCalls>;
  let course: { id: string; slug: string };

  before(async () => {
    demo = await aDemoServer({ LECTERN_ENV: "development", LECTERN_LOG_LEVEL: "warn" });
    await unhurried(demo);
    api = operatorCalls(demo, await anOwnersToken(demo, scope));
    course = (await api.call<{ data: (typeof course)[] }>("/courses?limit=1")).data[0]!;
  });
  after(() => demo.close());

  /** Kills the server once this many rows are processed; returns the actual number. */
  async function killedAfter(id: string, rows: number): Promise<number> {
    for (;;) {
      const { status, progress } = await api.call<Job>(`/jobs/${id}`);
      if (progress.processed < rows && (status === "queued" || status === "running")) {
        await delay(5);
        continue;
      }
      await delay(random() * 30);
      await demo.process.killTree();
      await demo.restart();
      return progress.processed;
    }
  }

  const totalOf = async (path: string) =>
    (await api.call<{ page: { total: number } }>(`/${path}include_total=true&limit=1`)).page.total;

  void test(`imports each row exactly once, whenever it is killed (CRASH_SEED=${seed})`, async (t) => {
    const met: number[] = [];
    for (let round = 1; round <= kills || (met.length === 0 && round <= 20); round++) {
      const addresses = Array.from({ length: people }, (_value, index) => `r${round}-${index}@example.test`);
      const tables = {
        members: ["email,name", ...addresses.map((email, index) => `${email},Person ${index}`)],
        enrollments: ["student_email,course_slug", ...addresses.map((email) => `${email},${course.slug}`)],
      };
      for (const [resource, lines] of Object.entries(tables)) {
        const counted = resource === "members" ? "members?" : `enrollments?course_id=${course.id}&`;
        const before = await totalOf(counted);
        const requested = { format: "csv", resource, inline: lines.join("\r\n") };
        const { id } = await api.call<Job>("/imports", requested);
        const processed = await killedAfter(id, random() * people);
        if (processed > 0 && processed < people) met.push(processed);
        const job = await api.ended<Job>(id);
        const { created, updated, unchanged, failed } = job.progress;
        assert.deepEqual([job.status, created, updated, unchanged, failed], ["succeeded", people, 0, 0, 0]);
        assert.equal(await totalOf(counted), before + people);
        const again = await api.ended<Job>((await api.call<Job>("/imports", requested)).id);
        assert.deepEqual([again.progress.created, again.progress.unchanged], [0, people]);
      }
    }
    t.diagnostic(`killed after ${met.join(", ")} rows`);
    assert.ok(met.length > 0, "No kill interrupted a running import, so the test proves nothing.");
  });
});
