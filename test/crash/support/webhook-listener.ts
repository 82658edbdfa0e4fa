import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

interface Delivery {
  id: string;
  type: string;
  data: { object: Record<string, unknown> };
}

/** A receiver of webhooks on this machine, which outlives the server. Keeps each event by its ID. */
export async function aWebhookListener() {
  const received = new Map<string, Delivery>();
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    received.set(String(request.headers["webhook-id"]), JSON.parse(body) as Delivery);
    response.writeHead(204).end();
  }
  const server = createServer((request, response) => {
    // The killed server ends its requests early, and sends them again.
    receive(request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    /** Objects of the events of one type, one per event ID. */
    objectsOf: (type: string) =>
      [...received.values()].filter((delivery) => delivery.type === type).map(({ data }) => data.object),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
