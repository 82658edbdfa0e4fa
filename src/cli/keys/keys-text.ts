import { textTable } from "#lib/text/text-table.ts";
import type { PublishedKey } from "#oauth/published-keys.ts";

export const keysDocument = (keys: readonly PublishedKey[]) => ({
  keys: keys.map(({ kid, alg, state, createdAt, activeFrom, retiresAt }) => ({
    kid,
    alg,
    state,
    created_at: createdAt.toISOString(),
    active_from: activeFrom.toISOString(),
    retires_at: retiresAt?.toISOString() ?? null,
  })),
});

export const keysText = (keys: readonly PublishedKey[]): string =>
  textTable(
    keys.map(({ kid, state, activeFrom, retiresAt }) => [
      kid,
      state,
      activeFrom.toISOString(),
      retiresAt?.toISOString() ?? "-",
    ]),
    ["kid", "state", "signs from", "published until"],
  );
