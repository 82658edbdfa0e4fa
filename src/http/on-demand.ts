import type { RequestListener, Server } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Another application answers here; it also counts and logs. */
    handedOver?: true;
  }
}

/** A part of the application that is read into memory when somebody first asks for something of it. */
export interface Surface {
  /** Everything that is its own, whatever the method: `/api/v1/*`. */
  paths: readonly string[];
  /** An application of its own. */
  open: () => Promise<FastifyInstance>;
}

/** A surface of an application, opened or not yet. */
export interface OnDemand {
  open: () => Promise<FastifyInstance>;
  /** Whether a path is its own. */
  owns: (path: string) => boolean;
  /** The application that answers at a path, once it is open. */
  at: (path: string) => FastifyInstance | undefined;
}

/**
 * Hands the requests for a surface over as they came in: nothing of them has been read by then. What nobody uses costs
 * neither memory nor time at the start.
 */
export function onDemand(app: FastifyInstance, surface: Surface): OnDemand {
  const { paths } = surface;
  const isOwn = ownPaths(paths);
  let opening: Promise<FastifyInstance> | undefined;
  let opened: FastifyInstance | undefined;

  async function openIt(): Promise<FastifyInstance> {
    try {
      return (opened = await surface.open());
    } finally {
      // What could not be opened is tried again by the next request.
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
      handler: () => Promise.reject(new Error("A request that was handed over came back.")),
    });
  }
  app.addHook("onClose", async () => (await opening)?.close());
  return { open, owns: isOwn, at: (path) => (opened && isOwn(path) ? opened : undefined) };
}

/**
 * A method that no route has at all, such as PROPFIND, is refused where its address belongs, as other wrong ones are.
 * The last surface has what no other has.
 */
export function handOverRest(app: FastifyInstance, surfaces: readonly OnDemand[]): void {
  // Fastify takes a config here, and declares none.
  const options: object = { config: { handedOver: true } };
  app.setNotFoundHandler(options, async (request, reply) => {
    const path = request.url.split("?", 1)[0]!;
    const surface = surfaces.find(({ owns }) => owns(path)) ?? surfaces.at(-1)!;
    return handOver(await surface.open(), request, reply);
  });
}

function handOver(application: FastifyInstance, request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  application.routing(request.raw, reply.raw);
}

/** `/mcp`, and whatever begins as in `/api/v1/*`; `/*` is whatever is left by others, which they must tell. */
function ownPaths(paths: readonly string[]): (path: string) => boolean {
  const exact = new Set(paths.filter((path) => !path.endsWith("*")));
  const beginnings = paths.filter((path) => path.endsWith("*") && path !== "/*").map((path) => path.slice(0, -1));
  return (path) => (exact.has(path) && path !== "/") || beginnings.some((beginning) => path.startsWith(beginning));
}

/**
 * Sends the requests of a server to the surface that is open at their path, and all others to who had them. Servers that
 * Fastify opens besides, for the other addresses of a host's name, come to the same through the routes.
 */
export function sendStraight(server: Server, choose: (path: string) => FastifyInstance | undefined): void {
  const handlers = server.listeners("request") as RequestListener[];
  server.removeAllListeners("request");
  server.on("request", (request, response) => {
    const surface = choose(request.url!.split("?", 1)[0]!);
    if (surface) surface.routing(request, response);
    else for (const handle of handlers) handle(request, response);
  });
}
