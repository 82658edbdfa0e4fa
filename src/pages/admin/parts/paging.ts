import type { Pages } from "../../views/parts/pager.ts";

/** Parses the `cursor` parameter as list input. Empty on the first page. */
export const cursorIn = (cursor: unknown): { cursor?: string } =>
  typeof cursor === "string" && cursor !== "" ? { cursor } : {};

/** Builds links to the next and first page of a list with the same filters. Omits undefined and empty filters. */
export function pagesOf(
  path: string,
  narrowing: Readonly<Record<string, string | undefined>>,
  nextCursor: string | null,
  cursor: unknown,
): Pages {
  const address = (position: { cursor?: string }) => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...narrowing, ...position })) if (value) query.set(name, value);
    return query.size === 0 ? path : `${path}?${query.toString()}`;
  };
  return {
    next: nextCursor === null ? undefined : address({ cursor: nextCursor }),
    first: cursorIn(cursor).cursor === undefined ? undefined : address({}),
  };
}
