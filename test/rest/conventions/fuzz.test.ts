import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import * as fc from "fast-check";
import type { LightMyRequestResponse } from "fastify";
import { newId } from "#domain/platform/ids.ts";
import { routes } from "#operations/routes.ts";
import { aFuzzWorld, type FuzzWorld } from "../../support/worlds/fuzz-world.ts";
import { fill } from "../../support/openapi/arbitrary.ts";
import { brokenFrom } from "../../support/openapi/broken-request.ts";
import { describedAt, schemas } from "../../support/openapi/document.ts";
import { faultsIn } from "../../support/openapi/faults.ts";
import { type RequestTemplate, requestsTo } from "../../support/openapi/request.ts";
import { sampled } from "../../support/thorough.ts";
import { sendTo } from "../support/fuzz-send.ts";
import { coherent } from "../support/fuzz-rules.ts";
import { consumes, prepareFor } from "../support/fuzz-states.ts";

/** Set `FUZZ_SEED=… npm test -- test/rest/conventions/fuzz.test.ts` for other requests. */
const seed = Number(process.env["FUZZ_SEED"] ?? 20_251_121);

const soundRuns = 4;
const brokenRuns = 2;
/** Number of valid requests whose effects are compared in the whole database. */
const watchedRuns = 1;
/** Routes whose effects are compared in the whole database. */
const watched = new Set(routes.filter((_route, index) => index % 12 === 0));

void describe(`Random requests to every operation of the operator API (FUZZ_SEED=${seed})`, () => {
  let world: FuzzWorld;
  before(async () => {
    world = await aFuzzWorld();
    await world.stock();
  });

  for (const route of sampled(routes, 30, 3)) {
    const { operation, effect, method, path } = route;
    const send = (requested: RequestTemplate) => sendTo(route, world, requested);
    const described = describedAt(route);
    const valid = requestsTo(route, described).map((requested) => coherent(operation.name, requested));
    const ownSeed =
      seed + [...operation.name].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 100_000, 0);

    const title = `${method} ${path}`;
    const promise = effect ? ", has dry runs without effects and takes effect once per key" : "";
    void test(`${title} accepts requests that the document allows${promise}`, async () => {
      const refusals: string[] = [];
      for (const [run, requested] of fc.sample(valid, { seed: ownSeed, numRuns: soundRuns }).entries()) {
        if (run === 0 && effect) await world.stock();
        else if (consumes(operation.name)) await world.stock();
        await prepareFor(operation.name, world);
        const idOf = await world.newest();
        const filled = fill(requested, idOf);
        const response = effect && run < watchedRuns && watched.has(route) ? await watch(filled) : await send(filled);
        assertDescribed(response, filled);
        if (response.statusCode >= 300) refusals.push(`${JSON.stringify(filled)}\n  → ${response.body}`);
      }
      // Few requests say little about their share, but one must be accepted.
      const maxRejected = soundRuns - 1;
      assert.ok(refusals.length <= maxRejected, `Rejected ${refusals.length} of ${soundRuns}:\n${refusals.join("\n")}`);
    });

    void test(`${title} rejects invalid requests with documented errors`, async () => {
      const idOf = await world.newest();
      await fc.assert(
        fc.asyncProperty(brokenFrom(valid, described), async (requested) => {
          const filled = fill(requested, idOf);
          const response = await send(filled);
          assertDescribed(response, filled);
        }),
        { seed: ownSeed, numRuns: brokenRuns },
      );
    });

    /** Sends a write after a dry run, repeats it, and returns its response. */
    async function watch(requested: RequestTemplate): Promise<LightMyRequestResponse> {
      const key = { "idempotency-key": newId() };
      const rows = await world.rows();
      const dryRunResult = await send({ ...requested, query: [...requested.query, ["dry_run", "true"]] });
      assertDescribed(dryRunResult, { ...requested, query: [...requested.query, ["dry_run", "true"]] });
      assert.deepEqual(await world.rows(), rows, `A dry run stored something: ${JSON.stringify(requested)}`);
      const response = await send({ ...requested, headers: { ...requested.headers, ...key } });
      assert.equal(
        dryRunResult.statusCode < 300,
        response.statusCode < 300,
        `The dry run predicted ${dryRunResult.body}, but the response was ${response.body}`,
      );
      if (method !== "POST") return response;
      const after = await world.rows();
      const repeated = await send({ ...requested, headers: { ...requested.headers, ...key } });
      assert.deepEqual([repeated.statusCode, repeated.body], [response.statusCode, withoutSecret(response.body)]);
      assert.deepEqual(await world.rows(), after, `The request took effect twice: ${JSON.stringify(requested)}`);
      return response;
    }

    function assertDescribed(response: LightMyRequestResponse, requested: RequestTemplate): void {
      const { statusCode, body, headers } = response;
      const about = `${title} ${JSON.stringify(requested).slice(0, 2000)}\n→ ${statusCode} ${body.slice(0, 2000)}`;
      assert.ok(statusCode < 500, about);
      const undescribed = responseHeaders.filter(
        (name) => headers[name] !== undefined && !described.headers(statusCode).has(name),
      );
      assert.deepEqual(undescribed, [], `Undocumented headers: ${about}`);
      if (method === "GET" && statusCode === 200) {
        assert.equal(headers.etag !== undefined, described.headers(200).has("etag"), about);
      }
      const content = described.answer(statusCode);
      assert.ok(content, `Undocumented response: ${about}`);
      if (Object.keys(content).length === 0) return assert.equal(body, "", about);
      const mediaType = String(headers["content-type"]).split(";")[0]!;
      assert.ok(content[mediaType], `Undocumented media type ${mediaType}: ${about}`);
      if (statusCode >= 400) {
        const { code } = response.json<{ code: string }>();
        assert.ok(Object.hasOwn(content[mediaType].examples ?? {}, code), `Undocumented error code: ${about}`);
      }
      const chosen = statusCode < 300 && requested.query.some(([name]) => name === "fields");
      const faults = faultsIn(response.json(), content[mediaType].schema, schemas);
      if (!chosen) assert.deepEqual(faults, [], about);
    }
  }
});

/** Headers that describe the response itself. */
const responseHeaders = [
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

/** A secret is returned once only. */
const withoutSecret = (body: string) => body.replace(/,"secret":"whsec_[^"]+"/, "");
