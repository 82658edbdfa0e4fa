import { LRUCache } from "lru-cache";

interface Kept<Plan> {
  plan: Plan;
  uses: number;
}

interface Bounds {
  maxPlans: number;
  maxTextLength: number;
  maxTotalLength: number;
}

/** After this many lookups all counts are halved, so that formerly popular plans can be evicted. */
const halvedAfter = 20_000;

/**
 * Caches query plans by their text. A plan is cached on the second request of its text, and never evicts one that is
 * requested as often. Single-use texts therefore evict none.
 */
export function openPlanCache<Plan extends object>({ maxPlans, maxTextLength, maxTotalLength }: Bounds) {
  const cachedPlans = new LRUCache<string, Kept<Plan>>({ max: maxPlans });
  const requested = new LRUCache<string, number>({ max: maxPlans * 10 });
  let [totalLength, questions] = [0, 0];

  function makeRoom(length: number, uses: number): boolean {
    const leaving: string[] = [];
    let [size, count] = [totalLength + length, cachedPlans.size + 1];
    for (const key of cachedPlans.rkeys()) {
      if (size <= maxTotalLength && count <= maxPlans) break;
      if ((cachedPlans.peek(key)?.uses ?? 0) >= uses) return false;
      leaving.push(key);
      size -= key.length;
      count -= 1;
    }
    for (const key of leaving) cachedPlans.delete(key);
    totalLength = size - length;
    return true;
  }

  return {
    get(text: string): Plan | undefined {
      if (++questions % halvedAfter === 0) for (const entry of cachedPlans.values()) entry.uses >>= 1;
      const entry = cachedPlans.get(text);
      if (!entry) return undefined;
      entry.uses++;
      return entry.plan;
    },

    /** `name` is a short digest of the text. */
    offer(text: string, name: string, plan: Plan): void {
      if (text.length > maxTextLength) return;
      const uses = (requested.get(name) ?? 0) + 1;
      requested.set(name, uses);
      if (uses < 2 || !makeRoom(text.length, uses)) return;
      requested.delete(name);
      cachedPlans.set(text, { plan, uses });
      totalLength += text.length;
    },
  };
}
