import { logSlowStatements } from "./database/slow-statements.ts";
import { installationGauges } from "#domain/platform/monitoring/installation-gauges.ts";
import { serveMetrics } from "#http/serve-metrics.ts";
import { productVersion } from "#lib/product-version.ts";
import { readConnections } from "#telemetry/metrics/connection-groups.ts";
import { diskGauges } from "#telemetry/metrics/disk.ts";
import type { Config } from "./config.ts";
import type { Installation } from "./installation.ts";

interface Log {
  warn(details: object, message: string): void;
}

/**
 * Opens the configured metrics, traces and logs of slow statements. Their packages are loaded only if they are
 * configured. `readsInstallation` is true for one process of each server: it reads the values that all processes share.
 */
export async function openTelemetry(
  config: Config,
  { jobs }: Pick<Installation, "jobs">,
  log: Log,
  readsInstallation = true,
): Promise<AsyncDisposable> {
  await using opened = new AsyncDisposableStack();
  const { tracing, metricsPort, metricsHost, slowStatementTime, slowStatementPlan } = config;
  logSlowStatements({ limit: slowStatementTime, plans: slowStatementPlan, log });
  opened.defer(() => logSlowStatements(undefined));
  if (tracing) {
    const { openTracing } = await import("#telemetry/tracing/open-tracing.ts");
    opened.defer(openTracing(tracing, productVersion()));
  }
  if (metricsPort !== undefined) {
    const { openMetrics } = await import("#telemetry/metrics/open-metrics.ts");
    const shared = readsInstallation ? [installationGauges({ db: jobs, backupUrl: config.backupUrl })] : [];
    const collect = [readConnections, diskGauges(config), ...shared];
    const metrics = openMetrics({ version: productVersion(), collect });
    opened.defer(() => metrics.close());
    opened.defer(await serveMetrics(metrics, metricsHost, metricsPort));
  }
  return opened.move();
}
