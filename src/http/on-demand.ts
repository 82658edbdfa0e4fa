import type { FastifyInstance } from "fastify";

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

/**
 * Hands the requests for a surface over as they came in: nothing of them has been read by then. What nobody uses costs
 * neither memory nor time at the start. Answers what opens it at once.
 */
export function onDemand(app: FastifyInstance, { paths, open }: Surface): () => Promise<FastifyInstance> {
  let opening: Promise<FastifyInstance> | undefined;
  const opened = () =>
    (opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    }));

  for (const url of paths) {
    app.route({
      url,
      method: app.supportedMethods,
      config: { handedOver: true },
      async onRequest(request, reply) {
        const surface = await opened();
        reply.hijack();
        surface.routing(request.raw, reply.raw);
      },
      handler: () => Promise.reject(new Error("A request that was handed over came back.")),
    });
  }
  app.addHook("onClose", async () => (await opening)?.close());
  return opened;
}
