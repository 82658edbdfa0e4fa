import { textTable } from "#lib/text-table.ts";
import type { SigningKey } from "#oauth/signing-key.ts";

type KeyState = "next" | "signing" | "retiring";

/** Keys as they are told, the one that signs next first. Never the private half. */
export function describeKeys(keys: readonly SigningKey[], now: Date) {
  const signing = keys.find(({ activeFrom }) => activeFrom <= now);
  return keys.map(({ id, publicJwk, createdAt, activeFrom, retiresAt }) => {
    const state: KeyState = id === signing?.id ? "signing" : activeFrom > now ? "next" : "retiring";
    return {
      kid: publicJwk.kid,
      alg: publicJwk.alg,
      state,
      created_at: createdAt.toISOString(),
      active_from: activeFrom.toISOString(),
      retires_at: retiresAt?.toISOString() ?? null,
    };
  });
}

export const keysText = (keys: ReturnType<typeof describeKeys>): string =>
  textTable(
    keys.map(({ kid, state, active_from, retires_at }) => [kid, state, active_from, retires_at ?? "-"]),
    ["kid", "state", "signs from", "published until"],
  );
