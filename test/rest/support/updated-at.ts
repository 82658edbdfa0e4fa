import assert from "node:assert/strict";
import type { LightMyRequestResponse } from "fastify";
import { completeOfChangedCourse } from "#domain/learning/enrollments/jobs/complete-enrollments.ts";
import { markMembers } from "#domain/people/members/mark-updated.ts";
import { markNamedRows } from "#domain/people/members/mark-named.ts";
import { now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { queuedJobs } from "../../support/processes/queued-jobs.ts";
import type { CoursePage } from "./course-page.ts";
import type { Operator } from "./operator.ts";
import { readRepresentations, type Representation } from "./representations.ts";
import { markEnrollments } from "../../../src/domain/learning/progress/progress-percent.ts";

/**
 * Fields that may change without `updated_at`, by the name of the list or resource. They are computed when they are
 * read, and docs/guides/paginate-and-sync.md names them.
 */
const computedFields: Readonly<Record<string, readonly string[]>> = {
  "/files/:id": ["references"],
  // Only test support changes the mode of a site that is in use.
  "/school": ["counts", "mode"],
};

/**
 * Returns an operator whose writes are checked: each representation that a write changes has a newer `updated_at` and
 * another ETag, and is in the list of those updated since then. `step` does the same for
 * changes that were not made by this operator. `seen` collects the routes of changed representations.
 */
export function observed(operator: Operator, seen: Set<string>) {
  let before: Map<string, Representation> | undefined;
  let since = now();

  /** Reading everything between two steps takes time, so each step has a later timestamp than those before. */
  async function step<Result>(work: () => Promise<Result>): Promise<Result> {
    if (!before) await read();
    const result = await work();
    await runQueuedMarks(operator);
    await check();
    return result;
  }

  async function read(): Promise<void> {
    before = await readRepresentations(operator);
    since = now();
  }

  async function check(): Promise<void> {
    const [known, changedSince] = [before, since];
    await read();
    const violations: string[] = [];
    for (const [key, representation] of before ?? []) {
      const previous = known?.get(key);
      if (!previous) continue;
      violations.push(...(await violationsOf(operator, { key, previous, representation, since: changedSince, seen })));
    }
    if (violations.length > 0) assert.fail(violations.join("\n"));
  }

  const write =
    <Arguments extends unknown[]>(send: (...input: Arguments) => Promise<LightMyRequestResponse>) =>
    (...input: Arguments) =>
      step(() => send(...input));
  const { post, put, patch, delete: remove } = operator;
  const watched: Operator = {
    ...operator,
    post: write(post),
    put: write(put),
    patch: write(patch),
    delete: write(remove),
  };
  return { operator: watched, step };
}

/** Runs the jobs that move `updated_at` of rows that follow from others. */
async function runQueuedMarks({ site }: Operator): Promise<void> {
  for (const payload of await queuedJobs("mark_members", site)) await markMembers(database, payload, now());
  for (const payload of await queuedJobs("mark_enrollments", site)) await markEnrollments(database, payload, now());
  for (const payload of await queuedJobs("complete_enrollments", site)) {
    await completeOfChangedCourse(database, payload, { now: now(), mail: undefined });
  }
  for (const payload of await queuedJobs("mark_named_rows", site)) await markNamedRows(database, payload, now());
}

interface Change {
  key: string;
  previous: Representation;
  representation: Representation;
  since: Date;
  seen: Set<string>;
}

async function violationsOf(operator: Operator, change: Change): Promise<string[]> {
  const { key, previous, representation, since, seen } = change;
  const changed = changedFields(previous, representation);
  if (changed.length === 0) return [];
  seen.add(representation.route);
  const { body, etag, list } = representation;
  const what = `${key}: ${changed.join(", ")} changed`;
  if (body.updated_at < since.toISOString() || body.updated_at <= previous.body.updated_at) {
    return [`${what}, but updated_at is still ${body.updated_at}`];
  }
  if (etag !== undefined && etag === previous.etag) return [`${what}, but its ETag did not`];
  if (list === undefined) return [];
  const path = `${list}?limit=200&updated_at[gte]=${encodeURIComponent(since.toISOString())}`;
  const { data } = (await operator.get(path)).json<CoursePage>();
  return data.some(({ id }) => id === body["id"]) ? [] : [`${what}, but it is not in the list of those updated since`];
}

function changedFields({ body: before }: Representation, { route, body }: Representation): string[] {
  const computed = new Set(["updated_at", ...(computedFields[route] ?? [])]);
  return Object.keys(body).filter(
    (name) => !computed.has(name) && JSON.stringify(body[name]) !== JSON.stringify(before[name]),
  );
}
