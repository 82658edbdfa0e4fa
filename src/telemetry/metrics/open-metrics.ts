import {
  collectDefaultMetrics,
  Counter as PromCounter,
  Gauge as PromGauge,
  Histogram as PromHistogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from "prom-client";
import { catalog, process as own } from "./catalog.ts";
import type { AnyMetric } from "./declare.ts";

/** A metric with the values of one process, as plain data. `aggregator` combines those of several processes. */
export type Family = MetricObjectWithValues<MetricValue<string>>;

export interface Metrics {
  read(): Promise<Family[]>;
  close(): void;
}

interface MetricsOptions {
  version: string;
  /** Set gauges, before each read. A failing collector must clear its gauges itself. */
  collect: readonly (() => void | Promise<void>)[];
}

/** Starts to record the metrics of the catalog and those of Node.js. */
export function openMetrics({ version, collect }: MetricsOptions): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const metrics = Object.values(catalog).flatMap((subsystem): AnyMetric[] => Object.values(subsystem));
  for (const metric of metrics) record(metric, registry);
  catalog.process.info.set({ version }, 1);
  const stopSampling = sampleEventLoop();
  return {
    async read() {
      await Promise.all(collect.map(async (set) => set()));
      return registry.getMetricsAsJSON();
    },
    close() {
      stopSampling();
      for (const metric of metrics) metric.sink = undefined;
    },
  };
}

function record(metric: AnyMetric, registry: Registry): void {
  const { name, help, labels, aggregation: aggregator } = metric.declaration;
  const common = { name, help, labelNames: [...labels], registers: [registry], aggregator };
  if (metric.type === "counter") {
    const counter = new PromCounter(common);
    metric.sink = (values, amount) => counter.inc(values, amount);
  } else if (metric.type === "histogram") {
    const histogram = new PromHistogram({ ...common, buckets: [...metric.buckets] });
    metric.sink = (values, value) => histogram.observe(values, value);
  } else {
    const gauge = new PromGauge(common);
    metric.clear = () => {
      gauge.reset();
      // The library reports 0 for a value without labels that was never read.
      if (labels.length === 0) gauge.remove();
    };
    metric.clear();
    metric.sink = (values, value) => gauge.set(values, value);
  }
}

/** Milliseconds between two samples. Longer delays are always seen, shorter ones only if a sample falls into them. */
const sampleInterval = 20;

/**
 * Observes how late a timer fires, which is the delay of every other request. The default gauges of Node.js
 * (`nodejs_eventloop_lag_*`) reset at each scrape; a histogram can be aggregated across processes. Returns a function
 * that stops it.
 */
function sampleEventLoop(): () => void {
  let expected = performance.now() + sampleInterval;
  const timer = setInterval(() => {
    const now = performance.now();
    own.eventLoopDelay.observe({}, Math.max(0, now - expected) / 1000);
    expected = now + sampleInterval;
  }, sampleInterval);
  timer.unref();
  return () => clearInterval(timer);
}
