import assert from "node:assert/strict";
import { assertStatus } from "../assert-status.ts";
import { type Attempt, visitor } from "./attempt.ts";
import { type Lesson, lectureOf } from "./learning.ts";

/** With a session of this site: not found. With a session of the other: no session. */
const copy =
  (address: (lesson: Lesson) => string): Attempt =>
  async (there, here) => {
    const foreign = address(await lectureOf(there));
    const foreignId = await (await here.site.signedIn(here.member)).request("GET", foreign);
    assertStatus(foreignId, 404);
    const foreignSession = await visitor(there, here).request("GET", foreign);
    assertStatus(foreignSession, 401);
    return [foreignId, foreignSession];
  };

/** A session of the other site is none, and its course is unknown. */
const contact: Attempt = async (there, here) => {
  const { course } = await lectureOf(there);
  const address = `/learn/kept.json?course=${course.slice("/learn/".length)}`;
  const foreignSession = await visitor(there, here).request("GET", address);
  assert.equal(foreignSession.json<{ keeper: string | null }>().keeper, null);
  const foreignId = await (await here.site.signedIn(here.member)).request("GET", address);
  assert.deepEqual(foreignId.json<{ courses: object }>().courses, {});
  return [foreignSession, foreignId];
};

const home: Attempt = async (there, here) => {
  const foreignSession = await visitor(there, here).request("GET", "/learn/kept.html");
  assertStatus(foreignSession, 401);
  return [foreignSession];
};

/** Lectures that a device keeps. */
export const offlineAttempts: Record<string, Attempt> = {
  "GET /learn/kept.json": contact,
  "GET /learn/kept.html": home,
  "GET /learn/:course/kept.json": copy(({ course }) => `${course}/kept.json`),
  "GET /learn/:course/kept.html": copy(({ course }) => `${course}/kept.html`),
  "GET /learn/:course/:lecture/kept.html": copy(({ lecture }) => `${lecture}/kept.html`),
};
