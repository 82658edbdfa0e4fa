/**
 * A process that uses the embedded database, for tests of process death. Takes the options as JSON in its first
 * argument; reports as lines of JSON on stdout; stops on SIGINT, SIGTERM or a line on stdin; runs a query from stdin
 * (`{"sql": …}`).
 */
import { createInterface } from "node:readline";
import { Client } from "pg";
import { startEmbedded, type EmbeddedOptions, type EmbeddedServer } from "#database/embedded/start.ts";

const tell = (event: string, details: object = {}) =>
  process.stdout.write(`${JSON.stringify({ event, ...details })}\n`);

const options = JSON.parse(process.argv[2] ?? "") as EmbeddedOptions;
const since = performance.now();
let server: EmbeddedServer;
try {
  server = await startEmbedded({ durable: false, ...options, log: (line) => tell("log", { line }) });
} catch (error) {
  const { name, message } = error as Error;
  tell("failed", { name, message });
  process.exit(1);
}
const client = new Client(server.connection);
client.on("error", () => {});
await client.connect();
void server.exited.then(() => tell("exited"));
const milliseconds = performance.now() - since;

async function stop(): Promise<void> {
  await client.query("select 1").catch((error: Error) => tell("hit before it was asked", { message: error.message }));
  await client.end();
  await server.stop();
  tell("stopped");
  process.exit();
}

process.once("SIGINT", () => void stop());
process.once("SIGTERM", () => void stop());
const input = createInterface({ input: process.stdin });
input.on("line", (line) => {
  if (line === "stop") void stop();
  else
    client.query(line).then(
      ({ rows }) => tell("answer", { rows }),
      (error: Error) => tell("answer", { error: error.message }),
    );
});
input.on("close", () => process.exit()); // the test process is gone
tell("ready", { milliseconds, owner: server.owner, connection: server.connection });
