import { LRUCache } from "lru-cache";
import type { Site } from "#domain/platform/site/site.ts";
import { digest } from "#lib/secrets/secret.ts";
import type { Policy } from "#http/quotas/quotas.ts";
import { type Window, minute } from "./window.ts";

/** Milliseconds between two exchanges with the database. */
export const syncInterval = 1000;

/** Keeps the counters of the current windows, and creates them on first use. */
export function openWindows<Counter extends object>(create: (window: Window) => Counter) {
  // `max` would preallocate memory for all of them.
  const counters = new LRUCache<string, Counter>({
    maxSize: 100_000,
    sizeCalculation: () => 1,
    ttl: 2 * minute,
    ttlResolution: syncInterval,
  });
  const forgetting = setInterval(() => counters.purgeStale(), minute);
  forgetting.unref();
  return {
    at(site: Site, { name, perMinute }: Policy, subject: string, now: Date): Counter {
      const index = Math.floor(now.getTime() / minute);
      const id = `${site.id}/${name}/${subject}/${index}`;
      let counter = counters.get(id);
      if (!counter) {
        const key = digest(`quota\n${name}\n${subject}\n${index}`);
        counters.set(id, (counter = create({ siteId: site.id, key, endsAt: (index + 1) * minute, perMinute })));
      }
      return counter;
    },
    close: () => clearInterval(forgetting),
  };
}

/** Whole seconds until a window ends. */
export const secondsLeft = ({ endsAt }: Window, now: Date): number =>
  Math.max(1, Math.ceil((endsAt - now.getTime()) / 1000));
