import { openDatabase } from "#database/database.ts";
import { startWebhookPump } from "#domain/webhooks/pump.ts";

/** Options of a process that delivers webhooks and is killed by a test: JSON in the last argument. */
const { connection, key, ca, nameServers } = JSON.parse(process.argv[2]!) as {
  connection: object;
  key: string;
  ca: string;
  nameServers: string[];
};

startWebhookPump({
  db: openDatabase(connection),
  clock: () => new Date(),
  log: { info() {}, warn: console.error, error: console.error },
  webhooks: {
    key: Buffer.from(key, "base64"),
    rules: { ca, nameServers, route: () => "127.0.0.1" },
  },
  mail: undefined,
  storage: undefined,
});
