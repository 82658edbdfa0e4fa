import { fork } from "node:child_process";
import { once } from "node:events";
import { request as sendHttp } from "node:http";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { nodeFlags } from "../../../bench/harness/server-process.ts";
import { atEnd } from "../processes/at-end.ts";
import { connectionConfig } from "../databases/database.ts";
import { storageFolder } from "../worlds/storage.ts";
import { type ASite, csrfKey, mailKey, secretKey } from "../world.ts";

export interface MeasuredOptions {
  connection: object;
  folder: string;
  secretKey: string;
  csrfKey: string;
  mailKey: string;
}

export type MeasuredRequest = { kind: "reset" } | { kind: "read" } | { kind: "job"; siteId: string; jobId: string };
export type MeasuredReply = { port: number } | { longest: number };

interface Sent {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

export interface Measured {
  status: number;
  body: string;
  /** CPU milliseconds of the longest event-loop turn of the server while it processed the request. */
  longest: number;
}

export interface MeasuredServer {
  send(site: ASite, request: Sent): Promise<Measured>;
  /** Runs a background job to its end: CPU milliseconds of the longest event-loop turn. */
  runJob(siteId: string, jobId: string): Promise<number>;
}

let running: Promise<MeasuredServer> | undefined;

/** A separate server process on the test database, which measures its event-loop turns. */
export const measuredServer = (): Promise<MeasuredServer> => (running ??= start());

async function start(): Promise<MeasuredServer> {
  const options: MeasuredOptions = {
    connection: connectionConfig,
    folder: storageFolder,
    secretKey: secretKey.toString("base64"),
    csrfKey: csrfKey.toString("base64"),
    mailKey: mailKey.toString("base64"),
  };
  const child = fork(path.join(import.meta.dirname, "measured-process.ts"), [JSON.stringify(options)], {
    // The flags of `npm start`, without the options of the test runner, which would run this process as a test.
    execArgv: [...nodeFlags],
    env: { PATH: process.env["PATH"] },
  });
  atEnd(() => child.kill());
  let queue: Promise<unknown> = Promise.resolve();
  /** One measurement at a time: the process has one meter. */
  const alone = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const next = queue.then(work);
    queue = next.catch(() => {});
    return next;
  };
  const exited = new Promise<never>((_resolve, reject) => {
    child.once("exit", () => reject(new Error("The measured server has exited.")));
  });
  exited.catch(() => {});
  const ask = async (message?: MeasuredRequest): Promise<MeasuredReply> => {
    const replied = new Promise<MeasuredReply>((resolve) => child.once("message", resolve as () => void));
    if (message) child.send(message);
    return Promise.race([replied, exited]);
  };
  const { port } = (await ask()) as { port: number };
  const longestOf = async (message: MeasuredRequest) => ((await ask(message)) as { longest: number }).longest;
  return {
    send: (site, request) =>
      alone(async () => {
        await longestOf({ kind: "reset" });
        const answer = await Promise.race([send(port, site, request), exited]);
        return { ...answer, longest: await longestOf({ kind: "read" }) };
      }),
    runJob: (siteId, jobId) => alone(() => longestOf({ kind: "job", siteId, jobId })),
  };
}

async function send(port: number, site: ASite, { method = "GET", path: target, headers, body }: Sent) {
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const all = { host: site.host, "x-forwarded-proto": "https", connection: "close", ...length, ...headers };
  const outgoing = sendHttp({ port, host: "127.0.0.1", method, path: target, headers: all });
  outgoing.end(body);
  const [incoming] = (await once(outgoing, "response")) as [import("node:http").IncomingMessage];
  return { status: incoming.statusCode!, body: (await buffer(incoming)).toString() };
}
