import assert from "node:assert/strict";
import { test } from "node:test";
import { anOperator } from "../rest/support/operator.ts";
import { measuredServer } from "../support/meters/measured-server.ts";
import { assertTurns } from "./support/turns.ts";

/** A curriculum of the maximum size: 2,000 lectures. */
const curriculum = (round: number) =>
  JSON.stringify({
    sections: Array.from({ length: 20 }, (_, section) => ({
      title: `Section ${section}`,
      external_id: `s${section}`,
      lectures: Array.from({ length: 100 }, (__, lecture) => ({
        title: `Lecture ${lecture}`,
        kind: "video",
        status: "published",
        external_id: `l${section}-${lecture}`,
        duration_seconds: lecture,
        // The first ones change each time.
        metadata: { room: lecture === 0 ? String(round) : "12", floor: "3" },
        video: {
          provider: "youtube",
          external_url: "https://www.youtube.com/watch?v=aqz-KE-bpKQ",
          chapters: [{ at_seconds: 1, title: "Start" }],
        },
      })),
    })),
  });

const quiz = {
  questions: Array.from({ length: 30 }, (_, question) => ({
    kind: "single",
    prompt_markdown: `What is ${question} + 1? ${"Think. ".repeat(100)}`,
    points: 1,
    choices: Array.from({ length: 4 }, (__, option) => ({ text: `${question + option}`, correct: option === 1 })),
  })),
};

void test("No curriculum of maximum size blocks the event loop", { timeout: 300_000 }, async () => {
  const operator = await anOperator("courses:read courses:write curriculum:read curriculum:write");
  const { site } = operator;
  const server = await measuredServer();
  const headers = { authorization: `Bearer ${operator.bearer}`, "content-type": "application/json", "if-match": "*" };
  const { id } = (await operator.post("/courses", { name: "Large" })).json<{ id: string }>();
  const path = `/api/v1/courses/${id}/curriculum`;

  const put = (round: number, more = {}) =>
    server.send(site, { method: "PUT", path, headers: { ...headers, ...more }, body: curriculum(round) });
  const replaced = await assertTurns("Replacing it", (round) => put(round));
  assert.equal(replaced.status, 200, replaced.body.slice(0, 500));
  assert.equal((await assertTurns("Replacing it by the same", () => put(9))).status, 200);
  const once = await assertTurns("Replacing it once", (round) => put(round, { "idempotency-key": `once-${round}` }));
  assert.equal(once.status, 200);
  const repeated = await assertTurns("Repeating that", () => put(0, { "idempotency-key": "once-0" }));
  assert.equal(repeated.status, 200);
  const dry = (round: number) =>
    server.send(site, { method: "PUT", path: `${path}?dry_run=true`, headers, body: curriculum(90 + round) });
  assert.equal((await assertTurns("A dry run", dry)).status, 200);
  const read = await assertTurns("Reading it", () => server.send(site, { path, headers }));
  const { sections } = JSON.parse(read.body) as { sections: { lectures: { title: string; video: object }[] }[] };
  assert.equal(sections.flatMap(({ lectures }) => lectures).length, 2000);
  assert.equal(sections[19]!.lectures[99]!.title, "Lecture 99");

  const wrong = curriculum(0).replaceAll('"video","status"', '"film","status"');
  const refused = await assertTurns("A curriculum of mistakes", () =>
    server.send(site, { method: "PUT", path, headers, body: wrong }),
  );
  assert.equal(refused.status, 422, refused.body.slice(0, 500));
  assert.match(refused.body, /"pointer":"\/sections\/0\/lectures\/99\/kind"/);
});

void test("No curriculum with many quizzes blocks the event loop", { timeout: 300_000 }, async () => {
  const operator = await anOperator("courses:read courses:write curriculum:read curriculum:write");
  const { site } = operator;
  const server = await measuredServer();
  const headers = { authorization: `Bearer ${operator.bearer}`, "content-type": "application/json", "if-match": "*" };
  const { id } = (await operator.post("/courses", { name: "Quizzes" })).json<{ id: string }>();
  const path = `/api/v1/courses/${id}/curriculum`;
  const body = JSON.stringify({
    sections: [
      { title: "All", lectures: Array.from({ length: 150 }, (_, at) => ({ title: `Quiz ${at}`, kind: "quiz", quiz })) },
    ],
  });
  const put = await assertTurns("Writing them", () => server.send(site, { method: "PUT", path, headers, body }));
  assert.equal(put.status, 200, put.body.slice(0, 900));
  const read = await assertTurns("Reading them", () => server.send(site, { path: `${path}?include=quizzes`, headers }));
  assert.equal(read.status, 200, read.body.slice(0, 500));
});
