import { reseal } from "#lib/secrets/sealed-box.ts";

/** Numbers of sealed values. */
export interface Resealed {
  /** Sealed again by the new key. */
  resealed: number;
  /** Sealed by neither key. */
  unreadable: number;
}

/**
 * Seals the values of records again. `work` replaces those that `reseal` returns, only if they are still the same:
 * another process may have replaced them. Repeating it finds nothing left.
 */
export async function resealEach<Item>(
  items: readonly Item[],
  work: (item: Item, reseal: (key: Buffer, box: Buffer, context: string) => Buffer | undefined) => Promise<void>,
): Promise<Resealed> {
  const done = { resealed: 0, unreadable: 0 };
  const resealCounted = (key: Buffer, box: Buffer, context: string): Buffer | undefined => {
    try {
      const sealed = reseal(key, box, context);
      if (sealed) done.resealed++;
      return sealed;
    } catch {
      done.unreadable++;
      return undefined;
    }
  };
  for (const item of items) await work(item, resealCounted);
  return done;
}

export const sumOf = (all: readonly Resealed[]): Resealed => ({
  resealed: all.reduce((sum, { resealed }) => sum + resealed, 0),
  unreadable: all.reduce((sum, { unreadable }) => sum + unreadable, 0),
});
