import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from "fastify";
import type { Site } from "#domain/platform/site/site.ts";
import { http as metrics } from "#telemetry/metrics/catalog.ts";
import { isTracing } from "#telemetry/tracing/spans.ts";
import { compressAs, type Encoding, encodingFor, encodings } from "./compress.ts";
import { varyByEncoding } from "./compress-texts.ts";
import { hasPreconditions } from "./preconditions.ts";
import { requestId } from "./request-id.ts";
import type { SiteDirectory } from "./site-directory.ts";
import { surfaceOf } from "./surface-of.ts";
import { targetHost } from "./target-host.ts";

/**
 * Responses to GET requests that depend only on the address and the site: discovery documents and key sets. The
 * application builds the first one; the following ones are sent without its router and hooks.
 *
 * Measured with `bench:oauth` in turns (medians of three runs of each): without this file, a discovery document takes
 * 308 µs of processor time instead of 168, and a key set 237 instead of 135. Clients fetch both before each sign-in, and
 * their targets (4 and 3 times the throughput of the peer) would be missed.
 */
export interface ReadyResponses {
  /** Keeps the response to this request, with the headers that are set. Each use calls `isCurrent` first. */
  keep(request: FastifyRequest, reply: FastifyReply, response: { site: Site; body: string; isCurrent?: Check }): void;
  /** Sends a kept response. Returns false if the application must respond. */
  send(request: IncomingMessage, response: ServerResponse): boolean;
}

type Check = (now: Date) => boolean;

interface Kept {
  /** Names and values alternate. Without those of the encoding. */
  headers: readonly string[];
  body: string;
  byteSize: number;
  /** The body in each encoding, from the moment that it is made. */
  encoded: Partial<Record<Encoding, Buffer>>;
  isCurrent: Check | undefined;
}

interface Options {
  sites: SiteDirectory;
  clock: () => Date;
  log: FastifyBaseLogger;
  logsRequests: boolean;
  /** True while the application must respond itself. */
  isClosing: () => boolean;
}

export function openReadyResponses({ sites, clock, log, logsRequests, isClosing }: Options): ReadyResponses {
  /** A changed site is another object, so its responses are built again. The addresses are routes without parameters. */
  const responsesByUrl = new Map<string, WeakMap<Site, Kept>>();

  function find({ method, url = "", headers, rawHeaders }: IncomingMessage): Kept | undefined {
    const ofAddress = method === "GET" ? responsesByUrl.get(url) : undefined;
    if (!ofAddress || isClosing() || isTracing() || !isPlain(headers)) return undefined;
    const host = targetHost({ raw: { url, rawHeaders }, host: headers.host ?? "" });
    const site = host === undefined ? undefined : sites.remembered(host);
    const found = site ? ofAddress.get(site) : undefined;
    return found && (found.isCurrent?.(clock()) ?? true) ? found : undefined;
  }

  function observe(request: IncomingMessage, response: ServerResponse, id: string): void {
    const start = performance.now();
    const { method = "", url = "", headers, socket } = request;
    response.once("finish", () => {
      const elapsed = performance.now() - start;
      const labels = { surface: surfaceOf(url), method, route: url, status: "200" };
      if (metrics.duration.sink) metrics.duration.observe(labels, elapsed / 1000);
      if (!logsRequests) return;
      const milliseconds = Math.round(elapsed * 10) / 10;
      const { host } = headers;
      log.info(
        { reqId: id, method, host, path: url, status: 200, milliseconds, address: socket.remoteAddress },
        "request",
      );
    });
  }

  return {
    keep(request, reply, { site, body, isCurrent }) {
      const { method, raw, routeOptions } = request;
      // The address of a request can have a query. Only the route itself is bounded in number.
      if (method !== "GET" || raw.url === undefined || raw.url !== routeOptions.url) return;
      varyByEncoding(reply);
      const headers = Object.entries(reply.getHeaders())
        .filter(([name]) => name !== "x-request-id")
        .flatMap(([name, value]) => [name, String(value)]);
      let ofAddress = responsesByUrl.get(raw.url);
      if (!ofAddress) responsesByUrl.set(raw.url, (ofAddress = new WeakMap()));
      // The application responds to requests of proxies and with conditions too. Compressing takes longer than they do.
      const last = ofAddress.get(site);
      if (last?.body === body && last.headers.join() === headers.join()) {
        last.isCurrent = isCurrent;
        request.encoded = { in: (encoding) => last.encoded[encoding] ?? compressAs(encoding, Buffer.from(body)) };
        return;
      }
      const response: Kept = { headers, body, byteSize: Buffer.byteLength(body), encoded: {}, isCurrent };
      ofAddress.set(site, response);
      encode(response).catch((err: unknown) => log.warn({ err }, "a kept response could not be compressed"));
    },
    send(request, response) {
      const found = find(request);
      if (!found) return false;
      const encoding = encodingFor(found.byteSize, request.headers["accept-encoding"]);
      const encoded = encoding && found.encoded[encoding];
      if (encoding && !encoded) return false;
      const id = requestId(request);
      if (logsRequests || metrics.duration.sink) observe(request, response, id);
      const length = String(encoded ? encoded.length : found.byteSize);
      const ofEncoding = encoding ? ["content-encoding", encoding] : [];
      response.writeHead(200, [...found.headers, ...ofEncoding, "content-length", length, "x-request-id", id]);
      response.end(encoded ?? found.body);
      return true;
    },
  };
}

async function encode({ body, byteSize, encoded }: Kept): Promise<void> {
  for (const encoding of encodings) {
    if (encodingFor(byteSize, encoding)) encoded[encoding] = await compressAs(encoding, Buffer.from(body), "often");
  }
}

/** Proxies, bodies and conditions are the business of the application. */
const isPlain = (headers: IncomingMessage["headers"]): boolean =>
  !hasPreconditions({ headers }) &&
  headers["x-forwarded-for"] === undefined &&
  headers["x-forwarded-host"] === undefined &&
  headers["x-forwarded-proto"] === undefined &&
  headers["content-length"] === undefined &&
  headers["transfer-encoding"] === undefined &&
  headers.upgrade === undefined;
