import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { DemoServer } from "../../support/worlds/demo-server.ts";
import { until } from "../../support/until.ts";
import { connectionLost } from "./connection-lost.ts";
import { OperatorApi } from "./operator-api.ts";
import type { Writes } from "./writes.ts";

const people = 100;

interface Import {
  key: string;
  id: string | undefined;
  state: "sent" | "accepted" | "ended";
}

interface Job {
  id: string;
  status: string;
  progress: { created: number; updated: number; unchanged: number; failed: number };
}

/** Imports people while the server is killed. */
export class Imports implements Writes<Import> {
  readonly items: Import[] = [];
  readonly #api: OperatorApi;
  /** Members before all imports. */
  #membersBefore = 0;

  constructor(demo: DemoServer) {
    this.#api = new OperatorApi(demo.site);
  }

  async prepare(): Promise<void> {
    this.#membersBefore = await this.#members();
  }

  async #members(): Promise<number> {
    const list = JSON.parse(await this.#api.get("/members?include_total=true&limit=1")) as { page: { total: number } };
    return list.page.total;
  }

  async work(): Promise<void> {
    await connectionLost(async () => {
      const started: Import = { key: randomUUID(), id: undefined, state: "sent" };
      this.items.push(started);
      await this.#start(started);
      await this.#end(started);
    });
  }

  async #start(started: Import): Promise<void> {
    const lines = Array.from({ length: people }, (_value, index) => `${started.key}-${index}@example.test,Ana Lima`);
    const body = { format: "csv", resource: "members", inline: ["email,name", ...lines].join("\r\n") };
    const answer = await this.#api.post("/imports", body, { "idempotency-key": started.key });
    const { id } = JSON.parse(answer) as Job;
    assert.equal(id, started.id ?? id, "A repeated request started another import.");
    started.id = id;
    if (started.state === "sent") started.state = "accepted";
  }

  async #end(started: Import): Promise<void> {
    const { status, progress } = await until(async () => {
      const job = JSON.parse(await this.#api.get(`/jobs/${started.id}`)) as Job;
      return job.status !== "queued" && job.status !== "running" && job;
    }, "the end of an import");
    const { created, updated, unchanged, failed } = progress;
    assert.deepEqual([status, created, updated, unchanged, failed], ["succeeded", people, 0, 0, 0]);
    started.state = "ended";
  }

  isUnderWay({ state }: Import): boolean {
    return state !== "ended";
  }

  /** Sends each import again under its idempotency key, and counts the members of all. */
  async check(items: readonly Import[]): Promise<void> {
    for (const started of items) {
      await this.#start(started);
      await this.#end(started);
    }
    assert.equal(
      await this.#members(),
      this.#membersBefore + people * this.items.length,
      "A person is lost or doubled.",
    );
  }
}
