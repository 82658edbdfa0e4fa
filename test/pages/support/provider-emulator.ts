import { randomUUID } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { atEnd } from "../../support/processes/at-end.ts";
import { payments } from "../../support/worlds/payments.ts";
import type { ProviderName } from "../../../src/domain/site/selling/payment-provider.ts";

/** A request as a provider receives it. */
interface EmulatedRequest {
  method: string;
  /** With the query. */
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** `hang`: no answer. `disconnect`: the request was handled, but its answer does not arrive. */
export type EmulatedResponse =
  | { status: number; body: string; headers?: Record<string, string> | undefined }
  | "hang"
  | "disconnect";

/**
 * Serves the API of a payment provider until the tests of the process have ended, and sends the payments of the
 * shared application there. Returns its address.
 */
export async function serveEmulator(
  provider: ProviderName,
  answer: (request: EmulatedRequest) => EmulatedResponse | Promise<EmulatedResponse>,
): Promise<string> {
  const server = createServer((request, response) => void handle(request, response, answer));
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  payments.addresses = { ...payments.addresses, [provider]: address };
  return address;
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Parameters<typeof serveEmulator>[1],
): Promise<void> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer);
  } catch {
    // The client was killed while it sent the request.
    return;
  }
  const { method, url, headers } = request;
  const answered = await answer({ method: method!, url: url!, headers, body: Buffer.concat(chunks).toString() });
  if (answered === "hang") return;
  if (answered === "disconnect") request.socket.destroy();
  else response.writeHead(answered.status, answered.headers).end(answered.body);
}

/** An ID as providers draw them. */
export const emulatedId = (prefix: string): string => `${prefix}_${randomUUID().replaceAll("-", "")}`;
