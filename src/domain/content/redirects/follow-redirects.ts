import type { SiteScope } from "#domain/platform/context.ts";
import { findRedirectsFrom, type Hop } from "#domain/platform/addresses/redirect-queries.ts";
import { decodedPath } from "#domain/platform/addresses/decoded-path.ts";

/** Returns the path of a target at this site, as a browser requests it; undefined for another host. */
export function pathWithin({ site }: Pick<SiteScope, "site">, target: string): string | undefined {
  const siteUrl = new URL(site.origin);
  const url = new URL(target, siteUrl);
  return url.host === siteUrl.host && /^https?:$/.test(url.protocol) ? decodedPath(url.pathname) : undefined;
}

/** Paths whose redirect answers a request: one with a slash at its end is also found without it. */
const pathsFor = (path: string): string[] =>
  path.length > 1 && path.endsWith("/") ? [path, path.replace(/(?<!\/)\/+$/, "") || "/"] : [path];

/** Returns the redirect that answers a request for a path. `planned` exists as well. */
export async function redirectFrom(scope: SiteScope, path: string, planned?: Hop): Promise<Hop | undefined> {
  const paths = pathsFor(path);
  const stored = await findRedirectsFrom(scope, paths);
  const candidates = planned ? [...stored, planned] : stored;
  return paths.map((one) => candidates.find(({ from }) => from === one)).find((hop) => hop !== undefined);
}

/**
 * Follows redirects within the site. `isLoop`: the last one leads back to an earlier one. `isLong`: more than `limit`
 * follow one another.
 */
export async function followRedirects(
  scope: SiteScope,
  first: Hop,
  limit: number,
): Promise<{ hops: Hop[]; isLoop: boolean; isLong: boolean }> {
  const hops = [first];
  for (;;) {
    const path = pathWithin(scope, hops.at(-1)?.to ?? first.to);
    const next = path === undefined ? undefined : await redirectFrom(scope, path, first);
    if (!next) return { hops, isLoop: false, isLong: false };
    if (hops.some(({ from }) => from === next.from)) return { hops: [...hops, next], isLoop: true, isLong: false };
    if (hops.length >= limit) return { hops, isLoop: false, isLong: true };
    hops.push(next);
  }
}
