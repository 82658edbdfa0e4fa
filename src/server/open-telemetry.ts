import { logSlowStatements } from "#database/statements/slow-statements.ts";
import { installationGauges } from "#domain/background/monitoring/installation-gauges.ts";
import { serveMetrics } from "#http/serve-metrics.ts";
import { productVersion } from "#lib/settings/product-version.ts";
import { readConnections } from "#telemetry/metrics/connection-groups.ts";
import { diskGauges } from "#telemetry/metrics/disk.ts";
import type { Metrics } from "#telemetry/metrics/open-metrics.ts";
import type { Config } from "./config.ts";
import type { Installation } from "./installation.ts";

interface Log {
  warn(details: object, message: string): void;
}

interface Role {
  /** The supervisor serves the metrics of all its processes. */
  isBelowSupervisor: boolean;
  /** One process of each server does. It reads the values that all processes share. */
  runsJobs: boolean;
}

export interface Telemetry extends AsyncDisposable {
  /** Undefined: metrics are not configured. */
  metrics: Metrics | undefined;
}

/**
 * Opens the configured metrics, traces and logs of slow statements. Their packages are loaded only if they are
 * configured.
 */
export async function openTelemetry(
  config: Config,
  { jobs }: Pick<Installation, "jobs">,
  log: Log,
  { isBelowSupervisor, runsJobs }: Role,
): Promise<Telemetry> {
  await using opened = new AsyncDisposableStack();
  let metrics: Metrics | undefined;
  const { tracing, metricsPort, metricsHost, slowStatementTime, slowStatementPlan, backupUrl, backupSchedule } = config;
  logSlowStatements({ limit: slowStatementTime, plans: slowStatementPlan, log });
  opened.defer(() => logSlowStatements(undefined));
  if (tracing) {
    const { openTracing } = await import("#telemetry/tracing/open-tracing.ts");
    opened.defer(openTracing(tracing, productVersion()));
  }
  if (metricsPort !== undefined) {
    const { openMetrics } = await import("#telemetry/metrics/open-metrics.ts");
    const shared = runsJobs ? [installationGauges({ db: jobs, backupUrl, backupSchedule })] : [];
    const collect = [readConnections, diskGauges(config), ...shared];
    const own = openMetrics({ version: productVersion(), collect });
    metrics = own;
    opened.defer(() => own.close());
    if (!isBelowSupervisor) opened.defer(await serveMetrics(own, metricsHost, metricsPort));
  }
  const all = opened.move();
  return { metrics, [Symbol.asyncDispose]: () => all.disposeAsync() };
}
