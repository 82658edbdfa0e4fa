import { createServer } from "node:https";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";
import DNS from "dns2";
import { newId } from "#domain/platform/ids.ts";
import type { FetchRules } from "#oauth/metadata-documents/fetch-document.ts";
import { certificatesFor } from "../worlds/certificates.ts";

/** The handler of a host; `undefined` leaves the connection open without a response. */
type Respond = (request: IncomingMessage, response: ServerResponse) => void;

/** DNS answers of a host per address family, by number of the query. */
type Resolve = (family: 4 | 6, requested: number) => readonly string[] | "silence";

export interface Application {
  /** Including the port. */
  host: string;
  /** The address of its document, its client_id. */
  url: string;
  /** Its public address, which is routed to the test server. */
  address: string;
  document: Record<string, unknown>;
  /** Sets the handler. */
  respond: Respond;
  resolve: Resolve;
  /** All requests so far. */
  requests: IncomingMessage[];
}

const applications = new Map<string, Application>();
const questions = new Map<string, number>();
/** Every address that a connection was made to. */
export const dialled: string[] = [];

const { ca, key, cert } = await certificatesFor(["*.apps.test", "localhost"], ["127.0.0.1"]);
const server = createServer({ key, cert }, (request, response) => {
  const application = applications.get(request.headers.host ?? "");
  if (!application) {
    response.writeHead(404).end();
    return;
  }
  application.requests.push(request);
  application.respond(request, response);
});
server.on("tlsClientError", () => {}).on("clientError", () => {});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
export const { port } = server.address() as AddressInfo;

const dns = DNS.createServer({ udp: true, handle: answerQuestion });
const { udp } = await dns.listen({ udp: { port: 0, address: "127.0.0.1" } });

after(async () => {
  server.closeAllConnections();
  server.close();
  await dns.close();
});

/** A simulated internet for tests: its names, certificates, and routes to this machine. */
export const internet: FetchRules = {
  ca,
  nameServers: [`127.0.0.1:${udp!.port}`],
  route(address) {
    dialled.push(address);
    return "127.0.0.1";
  },
};

let applicationCount = 0;

/** An application that publishes a document at its own host. */
export function anApplication(
  fields: Record<string, unknown> = {},
  path = "/client.json",
  label: string = newId(),
): Application {
  const name = /^(localhost|[\d.]+)$/.test(label) ? label : `${label}.apps.test`;
  const host = `${name}:${port}`;
  const url = `https://${host}${path}`;
  applicationCount += 1;
  const address = `20.1.${Math.floor(applicationCount / 250)}.${(applicationCount % 250) + 1}`;
  const application: Application = {
    host,
    url,
    address,
    document: { client_id: url, client_name: "Field Notes", redirect_uris: [`https://${host}/callback`], ...fields },
    respond: (_request, response) => sendJson(response, application.document),
    resolve: (family) => (family === 4 ? [address] : []),
    requests: [],
  };
  applications.set(host, application);
  return application;
}

export function sendJson(response: ServerResponse, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(200, { "content-type": "application/json", "cache-control": "max-age=600", ...headers });
  response.end(typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body));
}

function answerQuestion(request: DNS.Packet, send: (response: DNS.Packet) => unknown): void {
  const [question] = request.questions;
  const { name, type } = question!;
  const application = [...applications.values()].find(({ host }) => host === `${name}:${port}`);
  const family = type === DNS.Packet.TYPE.A ? 4 : 6;
  const requested = (questions.get(`${name}/${family}`) ?? 0) + 1;
  questions.set(`${name}/${family}`, requested);
  const answers = application ? application.resolve(family, requested) : [];
  if (answers === "silence") return;
  const response = DNS.Packet.createResponseFromRequest(request);
  for (const address of answers) {
    response.answers.push(DNS.Packet.createResourceFromQuestion(question!, { ttl: 0, address }));
  }
  void send(response);
}
