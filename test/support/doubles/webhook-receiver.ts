import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { deliver, claimDue } from "#domain/webhooks/deliveries/deliver.ts";
import { dispatchEvents } from "#domain/webhooks/events/dispatch-events.ts";
import type { WebhookSystem } from "#domain/webhooks/webhook-system.ts";
import { now } from "../clock.ts";
import { database } from "../databases/database.ts";
import { anApplication, internet } from "./document-web.ts";
import { storage } from "../worlds/storage.ts";
import { type ASite, aSite, buildProcess, payments, postbox, siteAt, webhooks } from "../world.ts";

/** Generous: on a busy machine, a receiver that works may need seconds. */
const timeoutMs = 60_000;

export const system: WebhookSystem = { ...webhooks, rules: { ...internet, timeoutMs } };

const process = buildProcess({ mail: postbox, webhooks: system, payments });

/** A site whose process can reach the test receivers. */
export const aSiteWithReceivers = async (): Promise<ASite> => siteAt((await aSite()).site, process);

export interface Received {
  headers: IncomingHttpHeaders;
  text: string;
  body: { id: string; type: string; sequence: number; data: { object: Record<string, unknown> } } & Record<
    string,
    unknown
  >;
}

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

export const answering =
  (status: number, body = "", headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end(body);

/** Leaves the connection open without a response. */
export const silent: Answer = () => {};

/** A receiver at its own host on the simulated internet. */
export function aReceiver(answer: Answer = answering(204)) {
  const received: Received[] = [];
  const application = anApplication({}, "/hook");
  const receiver = { url: application.url, application, received, answer };
  application.respond = (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      received.push({ headers: request.headers, text, body: JSON.parse(text) as Received["body"] });
      receiver.answer(response, request);
    });
  };
  return receiver;
}

export const contextAt = ({ site }: Pick<ASite, "site">) => ({
  db: database,
  site,
  caller: { kind: "system" as const },
  now: now(),
  requestId: null,
  address: null,
  mail: postbox,
  webhooks: system,
  storage,
});

interface DeliverOptions {
  stopping?: AbortSignal;
  /** Milliseconds that a receiver has to respond. */
  timeout?: number;
  /** Network rules of the sender. */
  system?: WebhookSystem;
}

/** Runs all due deliveries of one site, as the process does for all. */
export async function deliverDue(site: Pick<ASite, "site">, options: DeliverOptions = {}): Promise<void> {
  const { stopping = new AbortController().signal, timeout = timeoutMs, system: own = system } = options;
  const sender = { ...own, rules: { ...own.rules, timeoutMs: timeout } };
  while ((await dispatchEvents(contextAt(site))) > 0);
  const endpoints = await database.many<{ id: string }>`
    select id from webhook_endpoints where site_id = ${site.site.id} and deleted_at is null`;
  await Promise.all(
    endpoints.map(async ({ id }) => {
      while (!stopping.aborted) {
        const claimed = await claimDue(contextAt(site), id);
        if (claimed.length === 0) return;
        await Promise.all(
          claimed.map((one) => deliver({ ...contextAt(site), webhooks: sender }, one, { clock: now, stopping })),
        );
      }
    }),
  );
}
