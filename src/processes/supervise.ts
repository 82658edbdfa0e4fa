import { isDurable } from "#lib/settings/environment.ts";
import type { Config } from "#server/config.ts";
import { startEmbedded } from "../database/embedded/start.ts";
import { openWalArchive } from "../database/wal-archive/open-wal-archive.ts";
import { StartFailure, startFailureOf } from "#server/start-failure.ts";
import type { Running } from "#server/running.ts";
import { openRelay } from "./relay.ts";
import { openWorkers } from "./workers.ts";

/**
 * Runs several server processes that share a port, with the embedded database, and starts again what ends
 * unexpectedly. Serves the metrics of all processes. Loads none of the code that serves requests.
 */
export async function supervise(
  config: Config,
  report: (line: string) => void,
  sockets: readonly number[] = [],
): Promise<Running> {
  const { dataFolder, databaseUrl, metricsHost, metricsPort, port, processes } = config;
  const failed = Promise.withResolvers<StartFailure>();
  const opened = new AsyncDisposableStack();
  try {
    const durable = isDurable(config.environment);
    const embedded = databaseUrl
      ? undefined
      : await startEmbedded({ dataFolder, role: "serve", log: report, durable, processes });
    opened.defer(() => embedded?.stop());
    const archive = embedded && (await openWalArchive(config, embedded, report));
    opened.defer(() => archive?.stop());
    const watchDatabase = async () => {
      const failure = startFailureOf(await embedded?.exited);
      if (failure) failed.resolve(failure);
    };
    void watchDatabase();

    const relay = openRelay(() => workers.listening());
    const metrics =
      metricsPort === undefined
        ? undefined
        : (await import("./metrics.ts")).openProcessMetrics({
            host: metricsHost,
            port: metricsPort,
            listening: () => workers.listening(),
          });
    const workers = openWorkers({
      count: processes,
      sockets,
      connection: embedded?.connection,
      report,
      hear(message, from) {
        if (message.kind === "line") report(message.line);
        relay(message, from);
        metrics?.hear(message);
      },
      onFailed: failed.resolve,
      onRestart: () => metrics?.countRestart(),
    });
    // However this process exits, no server process is left behind.
    process.once("exit", () => workers.kill());
    opened.defer(async () => void (await workers.stop(0)));
    await metrics?.listen();
    opened.defer(() => metrics?.close());
    await workers.start();
    report(`Lectern listens on port ${port} with ${processes} processes. Press Ctrl-C to stop.`);
    return {
      failed: failed.promise,
      async close({ drain }) {
        const areClean = await workers.stop(drain);
        await opened.disposeAsync();
        if (!areClean) throw new StartFailure("process_failed", "A server process ended before its work was complete.");
      },
    };
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}
