import type { Pages } from "../views/pager.ts";

/** Where a list was left (`cursor` of its address), as its operation takes it: nothing on the first page. */
export const cursorIn = (cursor: unknown): { cursor?: string } =>
  typeof cursor === "string" && cursor !== "" ? { cursor } : {};

/** Where a list at `path` goes on and where it began, narrowed as it is: what is undefined or empty narrows nothing. */
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
