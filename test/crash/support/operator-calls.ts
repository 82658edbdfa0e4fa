import assert from "node:assert/strict";
import type { DemoServer } from "../../support/worlds/demo-server.ts";
import { until } from "../../support/until.ts";

/** Calls the operator API of a server that is killed and restarted meanwhile. */
export function operatorCalls({ site }: DemoServer, bearer: string) {
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the shape is the test's claim
  async function call<Body>(path: string, body?: object): Promise<Body> {
    const response = await fetch(`${site.origin}/api/v1${path}`, {
      headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    });
    const text = await response.text();
    assert.ok(response.ok, text);
    return JSON.parse(text) as Body;
  }

  /** Waits until a job has ended. */
  async function ended<Job extends { status: string }>(id: string): Promise<Job> {
    return until(async () => {
      const job = await call<Job>(`/jobs/${id}`);
      return job.status !== "queued" && job.status !== "running" && job;
    }, `the end of job ${id}`);
  }

  return { call, ended };
}
