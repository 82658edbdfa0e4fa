import type { Report } from "./messages.ts";
import type { WorkerProcess } from "./worker-process.ts";

interface Announcement {
  from: WorkerProcess;
  /** The announcing process's number for it. */
  id: number;
  waitingFor: Set<WorkerProcess>;
}

/** Passes the changes that one server process announces to the others, and reports back when all have confirmed. */
export function openRelay(listening: () => WorkerProcess[]): (report: Report, from: WorkerProcess) => void {
  const announced = new Map<number, Announcement>();
  let last = 0;

  function settle(number: number, confirmed: WorkerProcess): void {
    const announcement = announced.get(number);
    announcement?.waitingFor.delete(confirmed);
    if (!announcement || announcement.waitingFor.size > 0) return;
    announced.delete(number);
    announcement.from.send({ kind: "announced", id: announcement.id });
  }

  return (report, from) => {
    if (report.kind === "dropped") return settle(report.id, from);
    if (report.kind !== "announce") return;
    const { id, topic, key } = report;
    const siblings = listening().filter((worker) => worker !== from);
    const number = ++last;
    announced.set(number, { from, id, waitingFor: new Set(siblings) });
    for (const sibling of siblings) {
      sibling.send({ kind: "drop", id: number, topic, key });
      void sibling.ended.then(() => settle(number, sibling));
    }
    settle(number, from);
  };
}
