import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { DemoServer } from "../../support/worlds/demo-server.ts";
import { connectionLost } from "./connection-lost.ts";
import { OperatorApi } from "./operator-api.ts";

interface Lecture {
  lecture_id: string;
  kind: string;
  completed: boolean;
  position_seconds: number;
}

interface Target {
  enrollment: string;
  lecture: string;
}

/** A progress event that a program reports. */
interface Report extends Target {
  event: {
    id: string;
    lecture_id: string;
    kind: string;
    position_seconds?: number;
    override?: boolean;
    occurred_at: string;
  };
  state: "sent" | "recorded";
}

/** Reports progress of students while the server is killed: positions of one lecture, and completions of others. */
export class ProgressReports {
  readonly reports: Report[] = [];
  readonly #api: OperatorApi;
  readonly #random: () => number;
  #uncompleted: Target[] = [];
  /** The lecture of all positions. */
  #watched: Target | undefined;
  #position = 0;

  constructor(demo: DemoServer, random: () => number) {
    this.#api = new OperatorApi(demo.site);
    this.#random = random;
  }

  /** Finds uncompleted lectures that a report alone completes, in at most this number of enrollments. */
  async prepare(enrollments: number): Promise<void> {
    let found = 0;
    for (const { id } of await this.#api.list<{ id: string }>("/enrollments?status=active")) {
      const open = (await this.#lecturesOf(id)).filter(({ kind, completed }) => kind === "text" && !completed);
      this.#uncompleted.push(...open.map(({ lecture_id }) => ({ enrollment: id, lecture: lecture_id })));
      if (open.length > 0 && ++found === enrollments) break;
    }
    const watched = this.#uncompleted.pop();
    assert.ok(watched, "The demo has no lecture to complete.");
    // Completed before, because a position can complete a lecture.
    await this.#send(this.#newReport(watched, true));
    this.#watched = watched;
  }

  async #lecturesOf(enrollment: string): Promise<Lecture[]> {
    const progress = JSON.parse(await this.#api.get(`/enrollments/${enrollment}/progress`)) as {
      sections: { lectures: Lecture[] }[];
    };
    return progress.sections.flatMap(({ lectures }) => lectures);
  }

  /** Reports until the server is gone. */
  async work(): Promise<void> {
    await connectionLost(async () => {
      const completed = this.#random() < 0.2 ? this.#uncompleted.pop() : undefined;
      await this.#send(this.#newReport(completed ?? this.#watched!, completed !== undefined));
    });
  }

  #newReport({ enrollment, lecture }: Target, completes: boolean): Report {
    // Positions go on after the end of the lecture, which is refused without `override`.
    const position = completes ? {} : { position_seconds: ++this.#position, override: true };
    const kind = completes ? "completed" : "position";
    const event = { id: randomUUID(), lecture_id: lecture, kind, ...position, occurred_at: new Date().toISOString() };
    const report: Report = { enrollment, lecture, event, state: "sent" };
    this.reports.push(report);
    return report;
  }

  /** Returns the status of the event: `updated`, or `unchanged` if it was known. */
  async #send(report: Report): Promise<string> {
    const answer = await this.#api.post(`/enrollments/${report.enrollment}/progress`, { events: [report.event] });
    const { results } = JSON.parse(answer) as { results: { status: string }[] };
    const { status } = results[0]!;
    assert.notEqual(status, "failed", `A report was refused: ${answer}`);
    report.state = "recorded";
    return status;
  }

  /** Completed lectures, each of which must have caused one event. */
  get completed(): string[] {
    return this.reports.flatMap(({ event, enrollment, lecture }) =>
      event.kind === "completed" ? [`${enrollment} ${lecture}`] : [],
    );
  }

  /**
   * Asserts that every acknowledged report is stored: sending it again changes nothing. One in flight is recorded now,
   * unless it was before. Returns the number checked.
   */
  async check(reports: readonly Report[]): Promise<number> {
    const reached = this.#highest(reports.filter(({ state }) => state === "recorded"));
    for (const report of reports) {
      const { state } = report;
      const status = await this.#send(report);
      if (state === "recorded") assert.equal(status, "unchanged", "A report is lost.");
      else assert.equal(await this.#send(report), "unchanged", "A report was counted twice.");
    }
    for (const [target, { position, completed }] of reached) {
      const [enrollment, lecture] = target.split(" ");
      const found = (await this.#lecturesOf(enrollment!)).find(({ lecture_id }) => lecture_id === lecture)!;
      assert.ok(found.position_seconds >= position, `Expected position ${position}, found ${found.position_seconds}.`);
      if (completed) assert.ok(found.completed, "A completion is lost.");
    }
    return reports.length;
  }

  #highest(reports: readonly Report[]) {
    const reached = new Map<string, { position: number; completed: boolean }>();
    for (const { enrollment, lecture, event } of reports) {
      const key = `${enrollment} ${lecture}`;
      const before = reached.get(key) ?? { position: 0, completed: false };
      reached.set(key, {
        position: Math.max(before.position, event.position_seconds ?? 0),
        completed: before.completed || event.kind === "completed",
      });
    }
    return reached;
  }
}
