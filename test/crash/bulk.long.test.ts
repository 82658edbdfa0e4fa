import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { aDemoServer, type DemoServer } from "../support/worlds/demo-server.ts";
import { randomFrom } from "../support/data/random.ts";
import { anOwnersToken } from "./support/owner-token.ts";
import { until } from "../support/until.ts";

const kills = Number(process.env["CRASH_ROUNDS"] ?? 1);
const seed = Number(process.env["CRASH_SEED"] ?? Date.now() % 1_000_000);
const size = 1000;
const scope = "courses:read students:read students:write school:read";

interface Answer {
  results: { index: number; status: string; id: string }[];
  summary: Record<string, number>;
}

interface Page<Item> {
  data: Item[];
  page: { next_cursor: string | null; has_more: boolean };
}

void describe("a server killed while it enrolls a thousand people", () => {
  const random = randomFrom(seed);
  let unanswered = 0;
  let demo: DemoServer;
  let bearer: string;
  let courseId: string;

  before(async () => {
    demo = await aDemoServer({ LECTERN_ENV: "development", LECTERN_LOG_LEVEL: "warn" });
    bearer = await anOwnersToken(demo, scope);
    courseId = (await get<Page<{ id: string }>>("/courses?limit=1")).data[0]!.id;
  });
  after(() => demo.close());

  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${demo.site.origin}/api/v1${path}`, {
      ...init,
      headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json", ...init.headers },
    });

  async function get<Body>(path: string): Promise<Body> {
    const response = await call(path);
    const text = await response.text();
    assert.equal(response.status, 200, text);
    return JSON.parse(text) as Body;
  }

  /** Enrolls the same people under the same idempotency key. */
  function aRequest(round: number | string): () => Promise<Response> {
    const key = randomUUID();
    const operations = Array.from({ length: size }, (_, index) => ({
      course_id: courseId,
      email: `r${round}-${index}@example.test`,
    }));
    const body = JSON.stringify({ operations, create_students: true });
    const headers = { "idempotency-key": key };
    return () => call("/enrollments/bulk", { method: "POST", body, headers });
  }

  const count = async () => (await get<{ enrollment_count: number }>(`/courses/${courseId}`)).enrollment_count;

  /** All stored enrollments and events by their natural keys. */
  async function state(): Promise<{ enrolled: number; pairs: string[]; events: string[] }> {
    const pairs: string[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const after: string = cursor && `&cursor=${cursor}`;
      const found: Page<{ id: string; student_id: string }> = await get(
        `/enrollments?course_id=${courseId}&limit=200${after}`,
      );
      pairs.push(...found.data.map(({ id, student_id }) => `${id} of ${student_id}`));
      cursor = found.page.next_cursor;
    }
    return { enrolled: await count(), pairs, events: await events() };
  }

  /** Subjects of the events; ids are assigned within a second of their transaction. */
  async function events(): Promise<string[]> {
    const eventSubjects: string[] = [];
    for (let last = ""; ;) {
      const after = last && `&after=${last}`;
      const found = await get<Page<{ id: string; type: string; data: { object: { id: string } } }>>(
        `/webhook_events?types=enrollment.created,student.created&limit=200${after}`,
      );
      eventSubjects.push(...found.data.map(({ type, data }) => `${type} ${data.object.id}`));
      if (!found.page.has_more) return eventSubjects;
      last = found.data.at(-1)!.id;
    }
  }

  void test(`creates each enrollment once with one event when the request is repeated (CRASH_SEED=${seed})`, async (t) => {
    const begun = performance.now();
    assert.equal((await aRequest(0)()).status, 200);
    const duration = performance.now() - begun;
    await until(async () => (await events()).length >= 2 * size, "the events");
    let known = await state();

    // Continues until a kill interrupts a running request: otherwise the test proves nothing.
    for (let round = 1; round <= kills || (unanswered === 0 && round <= 20); round++) {
      const ask = aRequest(round);
      const first = ask().then(
        (response) => response.json() as Promise<Answer>,
        () => undefined,
      );
      await delay(random() * 1.3 * duration);
      await demo.process.killTree();
      const answered = await first.catch(() => undefined);
      await demo.restart();

      const again = await ask();
      const text = await again.text();
      assert.equal(again.status, 200, text.slice(0, 500));
      const { results, summary } = JSON.parse(text) as Answer;
      assert.deepEqual([summary["created"], results.length], [size, size]);
      if (answered) assert.deepEqual({ results, summary }, answered, "the first response stays true");
      else unanswered++;

      await until(async () => (await events()).length >= known.events.length + 2 * size, "the events");
      const now = await state();
      assert.equal(now.enrolled, known.enrolled + size);
      assert.equal(now.pairs.length, known.pairs.length + size);
      assert.equal(now.events.length, known.events.length + 2 * size);
      for (const items of [now.pairs, now.events]) assert.equal(new Set(items).size, items.length);
      const made = new Set(now.pairs.map((pair) => pair.split(" ")[0]));
      assert.ok(results.every(({ id }) => made.has(id)));
      known = now;
    }
    t.diagnostic(`${unanswered} were not answered the first time`);
    assert.ok(unanswered > 0, "No kill interrupted a running request, so the test proves nothing.");
  });

  void test("repeats its response and changes nothing if it was killed after the commit and before the response", async () => {
    const before = await count();
    const ask = aRequest("unheard");
    const unheard = ask().catch(() => {});
    await until(async () => (await count()) === before + size, "the enrollments");
    await demo.process.killTree();
    await unheard;
    await demo.restart();
    const again = await ask();
    assert.deepEqual([again.status, again.headers.get("idempotency-replayed")], [200, "true"]);
    assert.equal(((await again.json()) as Answer).summary["created"], size);
    assert.equal(await count(), before + size);
  });
});
