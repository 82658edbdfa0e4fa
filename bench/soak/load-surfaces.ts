import { setTimeout as delay } from "node:timers/promises";
import type { Credentials } from "./credentials.ts";
import type { Work } from "./surfaces.ts";

/** Open load: a rate for a time. Closed load: a number of requests, as fast as they are answered. */
type Amount = { milliseconds: number; rate: number } | { requests: number };

const measuringMilliseconds = 20_000;
const workers = 8;
/** More requests in flight than this mean that the server cannot keep up. The next ones wait. */
const maxInFlight = 64;

export function openLoad(works: readonly Work[]) {
  const counts = new Map(works.map(({ name }) => [name, 0]));
  const failures: string[] = [];
  const total = works.reduce((sum, { weight }) => sum + weight, 0);

  function choose(): Work {
    let position = Math.random() * total;
    return works.find(({ weight }) => (position -= weight) < 0) ?? works[0]!;
  }

  async function sendOne(credentials: Credentials): Promise<void> {
    const { name, run } = choose();
    counts.set(name, counts.get(name)! + 1);
    try {
      await run(credentials);
    } catch (error) {
      failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  async function closed(credentials: Credentials, hasMore: () => boolean): Promise<number> {
    let sent = 0;
    const work = async () => {
      while (hasMore()) {
        sent++;
        await sendOne(credentials);
      }
    };
    await Promise.all(Array.from({ length: workers }, work));
    return sent;
  }

  async function open(credentials: Credentials, milliseconds: number, rate: number): Promise<number> {
    const inFlight = new Set<Promise<void>>();
    const startedAt = performance.now();
    let sent = 0;
    for (;;) {
      const elapsed = performance.now() - startedAt;
      if (elapsed >= milliseconds) break;
      while (sent < (elapsed / 1000) * rate && inFlight.size < maxInFlight) {
        sent++;
        const one = sendOne(credentials).finally(() => inFlight.delete(one));
        inFlight.add(one);
      }
      await delay(10);
    }
    await Promise.all(inFlight);
    return sent;
  }

  return {
    counts,
    failures,
    /** Requests per second that the server reaches. */
    async measure(credentials: Credentials): Promise<number> {
      const end = performance.now() + measuringMilliseconds;
      const sent = await closed(credentials, () => performance.now() < end);
      return sent / (measuringMilliseconds / 1000);
    },
    /** Returns the number of requests. */
    run(credentials: Credentials, amount: Amount): Promise<number> {
      if (!("requests" in amount)) return open(credentials, amount.milliseconds, amount.rate);
      let left = amount.requests;
      return closed(credentials, () => left-- > 0);
    },
  };
}
