import type { ChangeBus, ChangeTopic } from "#lib/work/change-bus.ts";
import type { Order, Report } from "./messages.ts";

/** The change bus of a process that has siblings. */
export interface Siblings extends ChangeBus {
  hear(order: Order): void;
}

const siblingTimeoutMs = 1000;

export function openSiblings(tell: (report: Report) => void): Siblings {
  const drops = new Map<ChangeTopic, (key: string) => void>();
  const waiting = new Map<number, () => void>();
  let last = 0;
  return {
    on: (topic, drop) => void drops.set(topic, drop),
    async announce(topic, key) {
      const id = ++last;
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.set(id, resolve);
      const timer = setTimeout(resolve, siblingTimeoutMs);
      tell({ kind: "announce", id, topic, key });
      await promise;
      clearTimeout(timer);
      waiting.delete(id);
    },
    hear(order) {
      if (order.kind === "announced") waiting.get(order.id)?.();
      if (order.kind !== "drop") return;
      drops.get(order.topic)?.(order.key);
      tell({ kind: "dropped", id: order.id });
    },
  };
}
