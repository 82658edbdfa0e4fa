import type { Readable } from "node:stream";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { defaultScope } from "#access/scopes.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { callerOf, requireToken } from "#http/bearer.ts";
import { Refusal, sendRefusal } from "#http/challenge.ts";
import { contextOf } from "#http/context.ts";
import { allowAnyOrigin } from "#http/cors.ts";
import { acceptJson } from "#http/json-body.ts";
import { logFailure, outageOf } from "#http/outage.ts";
import type { Quotas } from "#http/quotas/quotas.ts";
import { transportErrorOf } from "#http/transport-error.ts";
import { recordError } from "#telemetry/record-error.ts";
import type { ChangeBus } from "#lib/work/change-bus.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { productVersion } from "#lib/settings/product-version.ts";
import type { Site } from "#domain/platform/site/site.ts";
import type { Extension } from "./protocol/extension.ts";
import { type Envelope, envelopesIn, idIn } from "./protocol/envelope.ts";
import { codes, errorOf, type Message, noBatches, readMessage, resultOf, RpcError } from "./protocol/json-rpc.ts";
import { limitCalls } from "./calls/limit-calls.ts";
import { answer } from "./protocol/methods.ts";
import { noticeAgent } from "./protocol/notice-agent.ts";
import { eraOf } from "./protocol/protocol.ts";
import { selectionOf } from "./lists/selection.ts";
import { sendResult } from "./calls/send-result.ts";
import { serverDocuments } from "./protocol/server-card.ts";
import { eventOf, openSubscriptions, type Subscriptions } from "./protocol/subscriptions.ts";

/** The addresses of the MCP server. They serve the same protocol with different tools. */
const addresses: readonly Address[] = [
  { path: "/mcp" },
  // For hosts that start sign-in only when the connection itself is refused.
  { path: "/mcp/connect", requiresToken: true },
  { path: "/mcp/readonly", readOnly: true },
  { path: "/mcp/x/:toolsets" },
  { path: "/mcp/x/:toolsets/readonly", readOnly: true },
];

interface Address {
  path: string;
  readOnly?: boolean;
  requiresToken?: boolean;
}

interface McpOptions {
  quotas: Quotas;
  siblings: ChangeBus;
  /** Aborted before the server waits for open connections. */
  stopping: AbortSignal;
  /** Signs what hosts keep between two requests. */
  stateKey: Buffer;
  /** The time of the checks of a stream, which lasts longer than its request. */
  clock: () => Date;
  extension: Extension | undefined;
}

/** The Streamable HTTP transport of MCP, without sessions. Every message gets its own response. */
export const mcpServer =
  ({ quotas, siblings, stopping, stateKey, clock, extension }: McpOptions) =>
  async (app: FastifyInstance) => {
    const version = productVersion();
    readJson(app);
    allowAnyOrigin(app);
    app.addHook("onRequest", (_request, reply, done) => {
      reply.header("cache-control", "no-store").header("x-api-version", version);
      done();
    });
    // After the body, whose ID the error repeats.
    app.addHook("preHandler", (request, _reply, done) => {
      requireKnownOrigin(request.headers.origin, contextOf(request).site);
      if (request.method === "POST") requireReadable(request.headers.accept);
      done();
    });
    app.setErrorHandler<FastifyError | Refusal | RpcError>(sendError);

    const subscriptions = openSubscriptions(siblings);
    stopping.addEventListener("abort", () => subscriptions.close());
    for (const address of addresses) serve(app, { quotas, subscriptions, stateKey, clock, extension }, address);
  };

/** Documents about the MCP server, for any client. */
export const mcpDocuments = async (app: FastifyInstance) => {
  allowAnyOrigin(app, { cached: true });
  serverDocuments(app);
};

interface Parts {
  quotas: Quotas;
  subscriptions: Subscriptions;
  stateKey: Buffer;
  clock: () => Date;
  extension: Extension | undefined;
}

function serve(
  app: FastifyInstance,
  { quotas, subscriptions, stateKey, clock, extension }: Parts,
  { path, readOnly = false, requiresToken = false }: Address,
): void {
  app.post<{ Params: { toolsets?: string } }>(path, async (request, reply) => {
    const selection = selectionOf({ ...request.params, readOnly }, request.headers);
    const context = await callerContext(request);
    if (requiresToken && context.caller.kind !== "token") {
      // The client is unknown here, so that only `default` suits both staff and member clients. Tools that write request
      // their scopes when they are called.
      throw new Refusal("invalid_token", "This address requires sign-in. The public catalog is at /mcp.", defaultScope);
    }
    if (Array.isArray(request.body)) return refuseBatch(request, reply);
    const message = readMessage(request.body, envelopesOf(request)[0]);
    if (!message || message.id === undefined) return reply.code(202).send();
    let isRead = false;
    try {
      const era = eraOf(message, request.headers);
      await limitCalls(quotas, context, message);
      await noticeAgent(context);
      const userAgent = request.headers["user-agent"] ?? "";
      subscriptions.notice(context, userAgent);
      if (message.method === "subscriptions/listen" && era === "modern") {
        return await sendEvents(
          reply,
          subscriptions.listen(context, message.id, message.params, {
            userAgent,
            authenticate: () => callerContext(request, clock()),
            report: (error) =>
              request.log[outageOf(error) ? "warn" : "error"](
                { err: error },
                "token of an open stream was not checked",
              ),
          }),
        );
      }
      isRead = true;
      const report = (error: unknown) => logFailure(request, error);
      const notifications: object[] = [];
      const notify = (notification: object) => void notifications.push(notification);
      const answered = { era, selection, report, stateKey, extension, notify };
      const result = resultOf(message.id, await answer(context, message, answered));
      // Legacy clients have no stream but that of the response.
      if (era === "legacy" && isSignIn(message, context)) notify(toolsChanged);
      if (notifications.length > 0 && acceptsEvents(request)) {
        const events = notifications.map((notification) => eventOf({ jsonrpc: "2.0", ...notification }));
        return await sendEvents(reply, `${events.join("")}event: message\ndata: ${result.join("")}\n\n`);
      }
      return await sendResult(request, reply, result);
    } catch (error) {
      if (error instanceof RpcError) return sendRpcError(reply, isRead ? error.inBand() : error);
      throw error;
    }
  });
}

/** Rejects an invalid token with a challenge. It never falls back to an anonymous caller. */
async function callerContext(request: FastifyRequest, now = contextOf(request).now): Promise<RequestContext> {
  const context = { ...contextOf(request), now };
  const { authorization } = request.headers;
  if (authorization === undefined) return context;
  return { ...context, caller: callerOf(await requireToken(context, authorization)) };
}

/** Sends a Buffer: Fastify would measure a string first and encode it while writing. */
const sendJson = (reply: FastifyReply, json: string): FastifyReply =>
  reply.type("application/json; charset=utf-8").send(Buffer.from(json));

/** Server-Sent Events, without a buffer in proxies. */
const sendEvents = (reply: FastifyReply, events: Readable | string): FastifyReply =>
  reply.header("x-accel-buffering", "no").type("text/event-stream; charset=utf-8").send(events);

const toolsChanged = { method: "notifications/tools/list_changed" };

/** Hosts repeat `sign_in` after the person has signed in: from then on they get more tools. */
const isSignIn = ({ method, params }: Message, { caller }: RequestContext): boolean =>
  method === "tools/call" && params["name"] === "sign_in" && caller.kind === "token";

const acceptsEvents = ({ headers }: FastifyRequest): boolean => headers.accept?.includes("text/event-stream") === true;

/** Sends an error with the ID of the message, if it could be read (JSON-RPC 2.0 §5). */
function sendRpcError(reply: FastifyReply, error: RpcError): FastifyReply {
  recordError(error.type, reply.request.scope);
  const { retryAfter } = (error.data ?? {}) as { retryAfter?: number };
  if (retryAfter !== undefined) reply.header("retry-after", String(retryAfter));
  const [envelope] = envelopesOf(reply.request);
  const id = envelope && !Array.isArray(reply.request.body) ? idIn(envelope) : undefined;
  return sendJson(reply.code(error.status), JSON.stringify(errorOf(id, error)));
}

/** Clients of 2025-03-26 match the responses to a batch by their IDs. */
function refuseBatch(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = new RpcError(codes.invalidRequest, noBatches);
  const ids = envelopesOf(request).flatMap((envelope) => idIn(envelope) ?? []);
  if (ids.length === 0) throw error;
  recordError(error.type, request.scope);
  return sendJson(reply.code(error.status), JSON.stringify(ids.map((id) => errorOf(id, error))));
}

function sendError(
  error: FastifyError | Refusal | RpcError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error instanceof Refusal) return sendRefusal(reply, contextOf(request).site, error, "/mcp");
  if (error instanceof RpcError) return sendRpcError(reply, error);
  const refused = transportErrorOf(error, "Send a JSON body with content type application/json.");
  if (refused) {
    const code = error.code === "FST_ERR_CTP_INVALID_JSON_BODY" ? codes.parseError : codes.invalidRequest;
    return sendRpcError(reply, new RpcError(code, refused.message, { status: refused.statusCode }));
  }
  logFailure(request, error);
  const outage = outageOf(error);
  if (outage) {
    const data = { code: outage.code, retryAfter: outage.retryAfterSeconds };
    return sendRpcError(reply, new RpcError(codes.unavailable, outage.message, { ...outage, data }));
  }
  const text = `Internal error. Request ID: ${request.id}.`;
  return sendRpcError(reply, new RpcError(codes.internal, text, { status: 500 }));
}

const envelopes = new WeakMap<FastifyRequest, readonly Envelope[]>();

const envelopesOf = (request: FastifyRequest): readonly Envelope[] => envelopes.get(request) ?? [];

function readJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  acceptJson(app, "application/json", {
    // The ID is returned as it came.
    checksTexts: (body) => asRecord(body)["params"],
    inspect(request, text) {
      const keep = (found: readonly Envelope[]) => void envelopes.set(request, found);
      const found = envelopesIn(text);
      return Array.isArray(found) ? keep(found) : found.then(keep);
    },
  });
}

/**
 * Rejects calls from web pages of other origins (MCP, transports; DNS rebinding). Programs send no Origin, local
 * tools send a loopback origin, and the site can allow others.
 */
function requireKnownOrigin(origin: string | undefined, site: Site): void {
  if (origin === undefined || origin === site.origin || loopback.test(origin)) return;
  if (site.settings.mcpAllowedOrigins.includes(origin)) return;
  const text =
    "This origin is not allowed to call the MCP server. The server operator can add it to the site setting mcp_allowed_origins.";
  throw new RpcError(codes.invalidRequest, text, { status: 403 });
}

const loopback = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

/** Responses are JSON or, with notifications, events. */
const readable = /(?:^|,)\s*(?:application\/(?:json|\*)|text\/(?:event-stream|\*)|\*\/\*)\s*(?:;|,|$)/i;

/**
 * Rejects clients that can read neither kind of response (RFC 9110 §15.5.7). MCP requires clients to accept both. Many
 * send one of them, any type or no header, and read the response all the same.
 */
function requireReadable(accept: string | undefined): void {
  if (accept === undefined || accept.trim() === "" || readable.test(accept)) return;
  const text = "The MCP server responds with application/json or text/event-stream. Send both in the Accept header.";
  throw new RpcError(codes.invalidRequest, text, { status: 406 });
}
