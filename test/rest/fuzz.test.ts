import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import * as fc from "fast-check";
import type { LightMyRequestResponse } from "fastify";
import { newId } from "#domain/platform/ids.ts";
import { routes } from "#rest/routes.ts";
import { aFuzzWorld, type FuzzWorld } from "../support/fuzz-world.ts";
import { fill } from "../support/openapi/arbitrary.ts";
import { brokenFrom } from "../support/openapi/broken-request.ts";
import { describedAt, schemas } from "../support/openapi/document.ts";
import { faultsIn } from "../support/openapi/faults.ts";
import { type Asked, requestsTo } from "../support/openapi/request.ts";
import { sendTo } from "./support/fuzz-send.ts";
import { coherent, consumes, prepareFor } from "./support/fuzz-states.ts";
import { rounds, sampled } from "../support/thorough.ts";

/** `FUZZ_SEED=… npm test -- test/rest/fuzz.test.ts` asks otherwise. */
const seed = Number(process.env["FUZZ_SEED"] ?? 20_251_121);

const soundRuns = rounds(4, 7);
const brokenRuns = rounds(4, 10);
/** Of the sound requests, those whose effects are looked at in the whole database. */
const watchedRuns = 1;
/** Routes whose effects are compared with the whole database. */
const watched = new Set(sampled(routes, 4));

void describe(`Every operation of the operator API, requested at random (FUZZ_SEED=${seed})`, () => {
  let world: FuzzWorld;
  before(async () => {
    world = await aFuzzWorld();
    await world.stock();
  });

  for (const route of routes) {
    const { operation, effect, method, path } = route;
    const send = (requested: Asked) => sendTo(route, world, requested);
    const described = describedAt(route);
    const sound = requestsTo(route, described).map((requested) => coherent(operation.name, requested));
    const ownSeed = seed + [...operation.name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 100_000, 0);

    const title = `${method} ${path}`;
    const promise = effect ? ", changes nothing in a dry run and happens once for a key" : "";
    void test(`${title} succeeds for what the document allows${promise}`, async () => {
      const refusals: string[] = [];
      for (const [run, requested] of fc.sample(sound, { seed: ownSeed, numRuns: soundRuns }).entries()) {
        if (run === 0 && effect) await world.stock();
        else if (consumes(operation.name)) await world.stock();
        await prepareFor(operation.name, world);
        const idOf = await world.newest();
        const filled = fill(requested, idOf);
        const response = effect && run < watchedRuns && watched.has(route) ? await watch(filled) : await send(filled);
        assertDescribed(response, filled);
        if (response.statusCode >= 300) refusals.push(`${JSON.stringify(filled)}\n  → ${response.body}`);
      }
      const most = soundRuns * 0.3;
      assert.ok(refusals.length <= most, `Refused ${refusals.length} of ${soundRuns}:\n${refusals.join("\n")}`);
    });

    void test(`${title} answers what is broken in the words of the document`, async () => {
      const idOf = await world.newest();
      await fc.assert(
        fc.asyncProperty(brokenFrom(sound, described), async (requested) => {
          const filled = fill(requested, idOf);
          const response = await send(filled);
          assertDescribed(response, filled);
        }),
        { seed: ownSeed, numRuns: brokenRuns },
      );
    });

    /** The answer of a write that was tried in a dry run before, and repeated after. */
    async function watch(requested: Asked): Promise<LightMyRequestResponse> {
      const key = { "idempotency-key": newId() };
      const rows = await world.rows();
      const dryRunResult = await send({ ...requested, query: [...requested.query, ["dry_run", "true"]] });
      assertDescribed(dryRunResult, { ...requested, query: [...requested.query, ["dry_run", "true"]] });
      assert.deepEqual(await world.rows(), rows, `A dry run left something behind: ${JSON.stringify(requested)}`);
      const response = await send({ ...requested, headers: { ...requested.headers, ...key } });
      assert.equal(
        dryRunResult.statusCode < 300,
        response.statusCode < 300,
        `The dry run foretold ${dryRunResult.body}, then it was ${response.body}`,
      );
      if (method !== "POST") return response;
      const after = await world.rows();
      const repeated = await send({ ...requested, headers: { ...requested.headers, ...key } });
      assert.deepEqual([repeated.statusCode, repeated.body], [response.statusCode, withoutSecret(response.body)]);
      assert.deepEqual(await world.rows(), after, `It happened twice: ${JSON.stringify(requested)}`);
      return response;
    }

    function assertDescribed(response: LightMyRequestResponse, requested: Asked): void {
      const { statusCode, body, headers } = response;
      const about = `${title} ${JSON.stringify(requested).slice(0, 2000)}\n→ ${statusCode} ${body.slice(0, 2000)}`;
      assert.ok(statusCode < 500, about);
      const undescribed = told.filter(
        (name) => headers[name] !== undefined && !described.headers(statusCode).has(name),
      );
      assert.deepEqual(undescribed, [], `Headers like these are not in the document: ${about}`);
      if (method === "GET" && statusCode === 200) {
        assert.equal(headers.etag !== undefined, described.headers(200).has("etag"), about);
      }
      const content = described.answer(statusCode);
      assert.ok(content, `An answer like this is not in the document: ${about}`);
      if (Object.keys(content).length === 0) return assert.equal(body, "", about);
      const mediaType = String(headers["content-type"]).split(";")[0]!;
      assert.ok(content[mediaType], `${mediaType} is not in the document: ${about}`);
      if (statusCode >= 400) {
        const { code } = response.json<{ code: string }>();
        assert.ok(Object.hasOwn(content[mediaType].examples ?? {}, code), `The code is not in the document: ${about}`);
      }
      const chosen = statusCode < 300 && requested.query.some(([name]) => name === "fields");
      const faults = faultsIn(response.json(), content[mediaType].schema, schemas);
      if (!chosen) assert.deepEqual(faults, [], about);
    }
  }
});

/** Headers that tell something of the answer itself. */
const told = [
  "etag",
  "location",
  "link",
  "ratelimit",
  "ratelimit-policy",
  "retry-after",
  "idempotency-replayed",
  "x-request-id",
  "www-authenticate",
];

/** What is shown once is not shown again. */
const withoutSecret = (body: string) => body.replace(/,"secret":"whsec_[^"]+"/, "");
