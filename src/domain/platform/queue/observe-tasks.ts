import type { Task, TaskList } from "graphile-worker";
import { asRecord } from "#lib/json/is-record.ts";
import { jobs } from "#telemetry/metrics/catalog.ts";
import { runIn, startRootSpan } from "#telemetry/tracing/spans.ts";

/** Measures and traces tasks. A job continues the trace of the request that queued it, which its payload names. */
export const observeTasks = (tasks: TaskList): TaskList =>
  Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, task && observed(name, task)]));

const observed =
  (task: string, run: Task): Task =>
  async (payload, helpers) => {
    const startedAt = performance.now();
    const span = startRootSpan(`job ${task}`, {
      kind: "consumer",
      traceparent: asRecord(payload)["traceparent"],
      trusted: true,
      attributes: { "lectern.job.task": task, "lectern.job.attempt": helpers.job.attempts },
    });
    let result = "failed";
    try {
      await runIn({ requestIds: [], surface: "jobs", span }, span, async () => run(payload, helpers));
      result = "succeeded";
    } finally {
      jobs.duration.observe({ task, result }, (performance.now() - startedAt) / 1000);
    }
  };
