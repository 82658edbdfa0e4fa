import { LRUCache } from "lru-cache";

interface Kept<Plan> {
  plan: Plan;
  uses: number;
}

interface Bounds {
  /** How many plans are kept. */
  plans: number;
  /** Of one text that is kept, and of all of them together. */
  letters: number;
  allLetters: number;
}

/** After so many questions all counts are halved: what was popular once makes room in time. */
const halvedAfter = 20_000;

/**
 * Plans by the text that they were made from. One is kept from the second time on that its text is asked for, and never
 * in the place of one that is asked for as often: texts that are made up to be used once push nothing out.
 */
export function openPlanCache<Plan extends object>({ plans, letters, allLetters }: Bounds) {
  const kept = new LRUCache<string, Kept<Plan>>({ max: plans });
  const requested = new LRUCache<string, number>({ max: plans * 10 });
  let [held, questions] = [0, 0];

  function makeRoom(length: number, uses: number): boolean {
    const leaving: string[] = [];
    let [size, count] = [held + length, kept.size + 1];
    for (const key of kept.rkeys()) {
      if (size <= allLetters && count <= plans) break;
      if (kept.peek(key)!.uses >= uses) return false;
      leaving.push(key);
      size -= key.length;
      count -= 1;
    }
    for (const key of leaving) kept.delete(key);
    held = size - length;
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

    /** `name` is short, and as much the text's own as a digest is. */
    offer(text: string, name: string, plan: Plan): void {
      if (text.length > letters) return;
      const uses = (requested.get(name) ?? 0) + 1;
      requested.set(name, uses);
      if (uses < 2 || !makeRoom(text.length, uses)) return;
      requested.delete(name);
      kept.set(text, { plan, uses });
      held += text.length;
    },
  };
}
