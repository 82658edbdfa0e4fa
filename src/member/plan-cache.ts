import { LRUCache } from "lru-cache";

interface Kept<Plan> {
  plan: Plan;
  uses: number;
}

interface Bounds {
  /** Maximum number of cached plans. */
  plans: number;
  /** Maximum characters of one cached text, and of all together. */
  letters: number;
  allLetters: number;
}

/** After this many lookups all counts are halved, so that formerly popular plans can be evicted. */
const halvedAfter = 20_000;

/**
 * Caches query plans by their text. A plan is cached on the second request of its text, and never evicts one that is
 * requested as often. Single-use texts therefore evict none.
 */
export function openPlanCache<Plan extends object>({ plans, letters, allLetters }: Bounds) {
  const kept = new LRUCache<string, Kept<Plan>>({ max: plans });
  const requested = new LRUCache<string, number>({ max: plans * 10 });
  let [totalLength, questions] = [0, 0];

  function makeRoom(length: number, uses: number): boolean {
    const leaving: string[] = [];
    let [size, count] = [totalLength + length, kept.size + 1];
    for (const key of kept.rkeys()) {
      if (size <= allLetters && count <= plans) break;
      if ((kept.peek(key)?.uses ?? 0) >= uses) return false;
      leaving.push(key);
      size -= key.length;
      count -= 1;
    }
    for (const key of leaving) kept.delete(key);
    totalLength = size - length;
    return true;
  }

  return {
    get(text: string): Plan | undefined {
      if (++questions % halvedAfter === 0) for (const entry of kept.values()) entry.uses >>= 1;
      const entry = kept.get(text);
      if (!entry) return undefined;
      entry.uses++;
      return entry.plan;
    },

    /** `name` is a short digest of the text. */
    offer(text: string, name: string, plan: Plan): void {
      if (text.length > letters) return;
      const uses = (requested.get(name) ?? 0) + 1;
      requested.set(name, uses);
      if (uses < 2 || !makeRoom(text.length, uses)) return;
      requested.delete(name);
      kept.set(text, { plan, uses });
      totalLength += text.length;
    },
  };
}
