import type { SiteScope } from "#domain/platform/context.ts";
import { findRedirectsFrom, type Move } from "#domain/platform/addresses/redirect-queries.ts";

/** Redirects that follow one another. A longer chain is a mistake, and browsers stop after twenty. */
export const maxHops = 10;

/** Decodes a path as it is compared: redirects may contain any characters. */
export function decodedPath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** Returns the path of a target at this site, as a browser requests it; undefined for another host. */
export function pathWithin({ site }: Pick<SiteScope, "site">, target: string): string | undefined {
  const own = new URL(site.origin);
  const url = new URL(target, own);
  return url.host === own.host && /^https?:$/.test(url.protocol) ? decodedPath(url.pathname) : undefined;
}

/** Paths whose redirect answers a request: one with a slash at its end is also found without it. */
const pathsFor = (path: string): string[] =>
  path.length > 1 && path.endsWith("/") ? [path, path.replace(/(?<!\/)\/+$/, "") || "/"] : [path];

/** Returns the redirect that answers a request for a path. `planned` exists as well. */
export async function redirectFrom(scope: SiteScope, path: string, planned?: Move): Promise<Move | undefined> {
  const paths = pathsFor(path);
  const stored = await findRedirectsFrom(scope, paths);
  const known = planned ? [...stored, planned] : stored;
  return paths.map((one) => known.find(({ from }) => from === one)).find((move) => move !== undefined);
}

/**
 * Follows redirects within the site. `isLoop`: the last one leads back to an earlier one. `isLong`: more than `limit`
 * follow one another.
 */
export async function followRedirects(
  scope: SiteScope,
  first: Move,
  limit: number,
): Promise<{ moves: Move[]; isLoop: boolean; isLong: boolean }> {
  const moves = [first];
  for (;;) {
    const path = pathWithin(scope, moves.at(-1)?.to ?? first.to);
    const next = path === undefined ? undefined : await redirectFrom(scope, path, first);
    if (!next) return { moves, isLoop: false, isLong: false };
    if (moves.some(({ from }) => from === next.from)) return { moves: [...moves, next], isLoop: true, isLong: false };
    if (moves.length >= limit) return { moves, isLoop: false, isLong: true };
    moves.push(next);
  }
}
