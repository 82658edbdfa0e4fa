import type { RequestListener } from "node:http";
import { flushCompileCache } from "node:module";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { decodedPathOf, pathOf } from "./path-of.ts";
import type { ReadyResponses } from "./ready-responses.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Another application answers, and also counts and logs the request. */
    handedOver?: true;
  }
}

/** A part of the application that is loaded on its first request. */
export interface Surface {
  /** All paths of the surface, for any method: `/api/v1/*`. */
  paths: readonly string[];
  /** Creates the application of the surface. */
  open: () => Promise<FastifyInstance>;
}

/** A surface that loads on demand. */
export interface OnDemand {
  open: () => Promise<FastifyInstance>;
  /** Returns true if the path belongs to the surface, unless an earlier surface owns it. */
  owns: (path: string) => boolean;
  /** Returns the application, once it is loaded. */
  opened: () => FastifyInstance | undefined;
}

/**
 * Hands over requests for a surface untouched, before the body is read. Unused surfaces cost neither memory nor
 * startup time.
 */
export function onDemand(app: FastifyInstance, surface: Surface): OnDemand {
  const { paths } = surface;
  let opening: Promise<FastifyInstance> | undefined;
  let opened: FastifyInstance | undefined;

  async function openIt(): Promise<FastifyInstance> {
    try {
      opened = await surface.open();
      // Until they are saved, Node.js keeps the compiled modules in memory a second time.
      flushCompileCache();
      return opened;
    } finally {
      // After a failure, the next request tries again.
      if (!opened) opening = undefined;
    }
  }
  const open = () => (opening ??= openIt());

  for (const url of paths) {
    app.route({
      url,
      method: app.supportedMethods,
      config: { handedOver: true },
      onRequest: async (request, reply) => handOver(await open(), request, reply),
      handler: () => Promise.reject(new Error("A handed-over request was returned.")),
    });
  }
  app.addHook("onClose", async () => (await opening)?.close());
  return { open, owns: ownPaths(paths), opened: () => opened };
}

/**
 * Methods without any route, such as PROPFIND, are rejected by the surface that owns the path, like other wrong
 * methods. The last surface owns all remaining paths.
 */
export function handOverRest(app: FastifyInstance, surfaces: readonly OnDemand[]): void {
  // Fastify accepts a config here but does not declare it.
  const options: object = { config: { handedOver: true } };
  app.setNotFoundHandler(options, async (request, reply) => {
    const path = decodedPathOf(request.url);
    const surface = surfaces.find(({ owns }) => owns(path)) ?? surfaces.at(-1);
    return surface ? handOver(await surface.open(), request, reply) : undefined;
  });
}

function handOver(application: FastifyInstance, request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  application.routing(request.raw, reply.raw);
}

/** `/mcp` matches exactly, `/api/v1/*` by prefix. `/*` matches all paths that no other surface owns. */
function ownPaths(paths: readonly string[]): (path: string) => boolean {
  const exact = new Set(paths.filter((path) => !path.endsWith("*")));
  const beginnings = paths.filter((path) => path.endsWith("*") && path !== "/*").map((path) => path.slice(0, -1));
  return (path) => (exact.has(path) && path !== "/") || beginnings.some((beginning) => path.startsWith(beginning));
}

/**
 * Sends the requests of a server that have no ready response to the loaded surface of their path, and all others to the
 * original handlers.
 */
export function sendStraight(
  handlers: readonly RequestListener[],
  ready: ReadyResponses,
  choose: (path: string) => FastifyInstance | undefined,
): RequestListener {
  return (request, response) => {
    if (ready.send(request, response)) return;
    const surface = choose(pathOf(request.url ?? ""));
    if (surface) surface.routing(request, response);
    else for (const handle of handlers) handle(request, response);
  };
}
