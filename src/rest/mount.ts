import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import type { Scope } from "#access/scopes.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { type Answer, findReplay, performOnce } from "#domain/platform/idempotency/perform-once.ts";
import { isNotModified } from "#http/conditional-reads.ts";
import { contextOf } from "#http/context.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { runDry } from "#domain/platform/dry-run.ts";
import { unknownFields } from "#domain/platform/input/unknown-fields.ts";
import { jsonPieces } from "#lib/event-loop/stringify.ts";
import { isSmall } from "#lib/event-loop/weight.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { compileDecoder } from "#lib/wire/decode.ts";
import type { UnknownField } from "#lib/wire/unknown-field.ts";
import { decodeInSlices } from "#lib/wire/decode-in-slices.ts";
import { compileEncoder } from "#lib/wire/encode.ts";
import { encodeInSlices } from "#lib/wire/encode-in-slices.ts";
import type { Addresses } from "./location.ts";
import { routeAt, routeOf } from "#operations/loaded-routes.ts";
import { queryDecoder } from "./decode-query.ts";
import { comparesVersions, requireConditions, versionConditionsOf } from "./conditions-of-writes.ts";
import { announceDeprecations, deprecationsOf } from "./deprecation-headers.ts";
import { etagOf } from "./etag.ts";
import { hasPreconditions } from "#http/preconditions.ts";
import { fieldNames } from "#lib/wire/field-names.ts";
import { pick, requireFields, withExpanded } from "#http/fields.ts";
import { addLink, nextPageOf } from "./links.ts";
import { bodyOf, describe, onTheWire } from "./problem-json.ts";
import { problemTypes } from "./problem-types.ts";
import { readForm } from "./read-form.ts";
import { readPreferences, type RequestPreferences } from "./request.ts";
import { acceptsReadOnlyFields, readOnlyFields, someReadOnly, withoutRepeated } from "./read-only-fields.ts";
import { type Effect, parametersOf, readsAddress, type Route, takesIdempotencyKey } from "#operations/route.ts";
import { prefix } from "./prefix.ts";
import type { IndexedRoute } from "#operations/route-index.ts";
import { negotiateEncoding, sendJson } from "./send-json.ts";
import { successesOf } from "./successes.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Options of a route of the operator API. */
    bulk?: boolean;
    takes?: Route["takes"];
    scopes?: readonly Scope[];
  }
}

const maxLargeBodyBytes = 10 * 1024 * 1024;

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Mounts one route of the operator API. Its operation is loaded on the first request. */
export function mount(app: FastifyInstance, entry: IndexedRoute, addresses: Addresses): void {
  const { method, path, bulk, isLarge, takes, scopes } = entry;
  let handle: Handler | undefined;
  app.route({
    method,
    url: path,
    config: { bulk, takes, scopes, takesBytes: takes === "bytes" },
    ...((bulk || isLarge) && { bodyLimit: maxLargeBodyBytes }),
    async handler(request, reply) {
      if (!handle) {
        const [route, read] = await Promise.all([routeOf(entry), routeAt(entry, "GET")]);
        handle ??= handlerOf(route, read, addresses);
      }
      return handle(request, reply);
    },
  });
}

/**
 * Creates the handler of a route: it decodes the request, performs the operation and encodes the response. `read`: the
 * route that reads the resource at the same path.
 */
function handlerOf(route: Route, read: Route | undefined, addresses: Addresses): Handler {
  const { operation, effect } = route;
  const inPath = new Set(parametersOf(route.path));
  const outsidePath = once(() => {
    const fields = Object.entries(operation.input.shape).filter(([name]) => !inPath.has(name));
    return z.object(Object.fromEntries(fields));
  });
  const parameters = [...(route.status === 204 ? [] : ["fields"]), ...(effect ? ["dry_run"] : [])];
  const decodeQuery = once(() => queryDecoder(readsAddress(route) ? outsidePath() : z.object({}), parameters));
  const decodeBody = once(() => compileDecoder(outsidePath()));
  const decode = async (body: object) => (isSmall(body) ? decodeBody()(body) : decodeInSlices(outsidePath(), body));
  const encodeAtOnce = once(() => compileEncoder(operation.output));
  const encode = async (output: unknown) =>
    isSmall(output) ? encodeAtOnce()(output) : encodeInSlices(operation.output, output);
  const deprecated = once(() => deprecationsOf(operation));
  const selectable = once(() => fieldNames(operation.output));
  const piecesOf = (written: unknown, fields: readonly string[] | undefined) =>
    jsonPieces(pick(written, fields, selectable()));
  const isVersioned = comparesVersions(route, read !== undefined);
  const dependsOnState = (request: FastifyRequest) =>
    acceptsReadOnlyFields(route) || (!isVersioned && !route.takes && hasPreconditions(request));
  return handle;

  async function handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const requested = readPreferences(request, {
      writes: effect !== undefined,
      takesKey: takesIdempotencyKey(route),
    });
    if (requested.fields) requireFields(requested.fields, selectable());
    const query = decodeQuery()(requested.query);
    const preferences = { ...requested, fields: withExpanded(requested.fields, query, selectable()) };
    const context = { ...contextOf(request), ...(isVersioned && versionConditionsOf(request)) };
    try {
      const { idempotencyKey: key, dryRun } = preferences;
      if (key !== undefined && !dryRun && dependsOnState(request)) {
        // Before the request is compared with the current representation, which the first attempt has changed.
        const stored = await findReplay(operation, context, { key, request: identityOf(request) });
        if (stored) return await sendAnswer(reply, stored, preferences.fields);
      }
      if (!isVersioned && route.method !== "GET") await requireConditions(request, context, route, read);
      const input = {
        ...query,
        ...(readsAddress(route) ? {} : await readBody(request, context)),
        ...asRecord(request.params),
      };
      announceDeprecations(reply, context.site.origin, deprecated()(input));
      return await answer(request, reply, context, input, preferences);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      throw asFilterProblem(route, onTheWire(error, operation.input));
    }
  }

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    context: RequestContext,
    input: object,
    preferences: RequestPreferences,
  ): Promise<FastifyReply> {
    if (preferences.dryRun && effect) {
      const output = await runDry(operation, context, input);
      const { warnings = [], ...done } = asRecord(await encode(output));
      return reply.send({ dry_run: true, would: { [effectOf(effect, output)]: done }, warnings });
    }
    if (preferences.idempotencyKey !== undefined) {
      return sendOnce(request, reply, context, input, { ...preferences, idempotencyKey: preferences.idempotencyKey });
    }
    const output = await perform(operation, context, input);
    return send(request, reply, output, preferences);
  }

  async function sendOnce(
    request: FastifyRequest,
    reply: FastifyReply,
    context: RequestContext,
    input: object,
    { idempotencyKey: key, fields }: RequestPreferences & { idempotencyKey: string },
  ): Promise<FastifyReply> {
    const { site } = context;
    let etag: string | undefined;
    const answered = await performOnce(operation, context, input, {
      key,
      request: identityOf(request),
      async answer(output) {
        const written = (await encode(output)) ?? null;
        if (written !== null) etag = await etagOf(operation.version?.(output), await piecesOf(written, fields), false);
        return { status: statusOf(route, output), body: written };
      },
      answerTo: (problem) => {
        const wireProblem = onTheWire(problem, operation.input);
        if (wireProblem.code === "rate_limited" || problemTypes[wireProblem.code].status >= 500) return undefined;
        return {
          status: problemTypes[wireProblem.code].status,
          body: bodyOf(describe(wireProblem), site.origin, request.id),
        };
      },
    });
    // A replayed response has no ETag, because the resource may have changed since.
    if (etag !== undefined && !answered.replayed) reply.header("etag", etag);
    return sendAnswer(reply, answered, fields);
  }

  async function sendAnswer(
    reply: FastifyReply,
    { status, body, replayed }: Answer & { replayed: boolean },
    fields: readonly string[] | undefined,
  ): Promise<FastifyReply> {
    if (replayed) reply.header("idempotency-replayed", "true");
    reply.type(status >= 400 ? "application/problem+json; charset=utf-8" : "application/json; charset=utf-8");
    reply.code(status);
    if (status === 204) return reply.send();
    if (status >= 400) return sendJson(reply, await jsonPieces(body));
    sayWhere(reply, body);
    return sendJson(reply, body === null ? ["null"] : await piecesOf(body, fields));
  }

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    output: unknown,
    preferences: RequestPreferences,
  ): Promise<FastifyReply> {
    reply.code(statusOf(route, output));
    if (route.status === 204) return reply.send();
    const written = await encode(output);
    sayWhere(reply, written);
    const body = await jsonPieces(pick(written, preferences.fields, selectable()));
    const isRead = route.method === "GET";
    const etag = await etagOf(operation.version?.(output), body, isRead);
    if (etag !== undefined) {
      reply.header("etag", etag);
      if (isRead && isNotModified(request, reply)) {
        negotiateEncoding(reply, body);
        return reply.code(304).send();
      }
    }
    const next = nextPageOf(request, output);
    if (next) addLink(reply, `<${contextOf(request).site.origin}${next}>; rel="next"`);
    return sendJson(reply.type("application/json; charset=utf-8"), body);
  }

  /** Sets `Location` of a created resource (RFC 9110 §15.3.2) or of the job that does the work (§15.3.3). */
  function sayWhere(reply: FastifyReply, written: unknown): void {
    const where = reply.statusCode === 201 || reply.statusCode === 202 ? addresses.of(written) : undefined;
    if (where !== undefined) reply.header("location", prefix + where);
  }

  async function readBody(request: FastifyRequest, context: RequestContext): Promise<object> {
    if (route.takes === "bytes") return bytesOf(request);
    // Stored with the request, because the idempotency check compares it.
    if (route.takes === "form" && request.isMultipart()) request.body = await readForm(request, operation.input);
    const { body } = request;
    if (body === undefined) return {};
    if (typeof body !== "object" || body === null || Array.isArray(body)) {
      throw new Problem("invalid_request", "The request body must be a JSON object.");
    }
    const { value, unknown } = await decode(body);
    if (unknown.length === 0) return asRecord(value);
    if (!acceptsReadOnlyFields(route) || !someReadOnly(route, read, unknown)) throw unknownFields(unknown);
    return readEdited(request, context, asRecord(body), unknown);
  }

  /** Reads a patch that is an edited representation: without the fields that it repeats. */
  async function readEdited(
    request: FastifyRequest,
    context: RequestContext,
    body: Record<string, unknown>,
    unknown: readonly UnknownField[],
  ): Promise<object> {
    // A patch without changes returns the representation. A write scope is sufficient, and If-Match is checked.
    const current = asRecord(await encode(await perform(operation, context, request.params)));
    const left = await decode(withoutRepeated(body, current, unknown));
    if (left.unknown.length === 0) return asRecord(left.value);
    const strange = left.unknown.filter((field) => !someReadOnly(route, read, [field]));
    throw strange.length > 0 ? unknownFields(strange) : readOnlyFields(route, left.unknown, current);
  }
}

/** Identifies a request for its idempotency key. */
const identityOf = ({ method, url, body }: FastifyRequest): unknown => [method, url, body];

/** Returns the input for a raw body: its bytes and declared content type. */
function bytesOf({ body, headers }: FastifyRequest): object {
  const { "content-digest": contentDigest } = headers;
  return { ...(Buffer.isBuffer(body) && { bytes: body }), ...(contentDigest !== undefined && { contentDigest }) };
}

/** Returns the `created` flag of an operation that finds or creates a resource. */
function isMade({ effect }: Pick<Route, "effect">, output: unknown): boolean | undefined {
  const { created } = (output ?? {}) as { created?: unknown };
  return effect !== "delete" && typeof created === "boolean" ? created : undefined;
}

function statusOf(route: Route, output: unknown): number {
  const made = isMade(route, output);
  if (made !== undefined) return made ? 201 : 200;
  return successesOf(route).find((success) => success?.answers(output))?.status ?? route.status;
}

function effectOf(effect: Effect, output: unknown): Effect {
  const made = isMade({ effect }, output);
  return made === undefined ? effect : made ? "create" : "update";
}

/** Maps unknown query parameters to invalid filters. */
function asFilterProblem({ method }: Route, problem: Problem): Problem {
  if (method !== "GET" || problem.code !== "validation_failed") return problem;
  return new Problem("invalid_filter", problem.message, problem.details);
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
