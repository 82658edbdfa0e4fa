import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import { openDatabase } from "#database/database.ts";
import { openPostbox } from "#domain/messages/mail/postbox.ts";
import { runJob } from "#domain/background/run-job.ts";
import { openSiteDirectory } from "#http/site-directory.ts";
import { openKeyRing } from "#oauth/key-ring.ts";
import { openDiskStore } from "#lib/objects/disk-store.ts";
import { buildApp } from "../../../src/server/app.ts";
import type { MeasuredOptions, MeasuredReply, MeasuredRequest } from "./measured-server.ts";
import { openTurnMeter } from "./turn-meter.ts";

/** Entry point of the process behind `measuredServer`: serves the test database and reports its event-loop turns. */
const { connection, folder, secretKey, csrfKey, mailKey } = JSON.parse(process.argv[2]!) as MeasuredOptions;
const storage = { store: openDiskStore(folder), key: Buffer.alloc(32) };
const db = openDatabase(connection);
const clock = () => new Date();

const app = buildApp({
  db,
  sites: openSiteDirectory(db),
  environment: "production",
  keyRing: openKeyRing(Buffer.from(secretKey, "base64")),
  csrfKey: Buffer.from(csrfKey, "base64"),
  mail: openPostbox(Buffer.from(mailKey, "base64")),
  storage,
  webhooks: { key: randomBytes(32) },
  clock,
  // Loading a surface for the first time is not part of the measurement.
  eager: true,
});
await app.listen({ port: 0, host: "127.0.0.1" });

const meter = openTurnMeter();
const reply = (message: MeasuredReply) => void process.send!(message);

process.on("message", (request: MeasuredRequest) => {
  if (request.kind === "job") void work(request);
  else if (request.kind === "reset") meter.reset();
  const longest = meter.longest();
  if (request.kind !== "job") reply({ longest });
});

async function work({ siteId, jobId }: Extract<MeasuredRequest, { kind: "job" }>): Promise<void> {
  meter.reset();
  await runJob(
    { siteId, jobId },
    {
      db,
      storage,
      clock,
      log: { info() {}, warn: console.error, error: console.error },
      stopping: new AbortController().signal,
      isLast: true,
    },
  );
  reply({ longest: meter.longest() });
}

reply({ port: (app.server.address() as AddressInfo).port });
