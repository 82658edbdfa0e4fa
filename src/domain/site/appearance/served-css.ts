import { LRUCache } from "lru-cache";
import type { SiteScope } from "#domain/platform/context.ts";
import { cleanCustomCss } from "./clean-css.ts";

/** Characters, across all sites. */
const cache = new LRUCache<string, string>({
  maxSize: 4 * 1024 * 1024,
  sizeCalculation: (css, key) => css.length + key.length,
});

/** Returns custom CSS for serving. Sanitizes it again, because stricter rules may apply than when it was stored. */
export async function servedCss({ site }: Pick<SiteScope, "site">, customCss: string): Promise<string> {
  if (customCss === "") return "";
  const key = `${site.origin}\n${customCss}`;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const cleaned = await cleanCustomCss({ site }, customCss);
  const css = "refusal" in cleaned ? "" : cleaned.css;
  cache.set(key, css);
  return css;
}
