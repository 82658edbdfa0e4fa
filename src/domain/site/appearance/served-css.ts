import { LRUCache } from "lru-cache";
import { cleanCss } from "#lib/css/clean-css.ts";
import { UnreadableCss } from "#lib/css/tokenize-css.ts";
import { styleAddressAt } from "./style-address.ts";

/** Characters, across all sites. */
const cache = new LRUCache<string, string>({
  maxSize: 4 * 1024 * 1024,
  sizeCalculation: (css, key) => css.length + key.length,
});

/** Returns custom CSS for serving. Sanitizes it again, because stricter rules may apply than when it was stored. */
export function servedCss(origin: string, customCss: string): string {
  if (customCss === "") return "";
  const key = `${origin}\n${customCss}`;
  let css = cache.get(key);
  if (css === undefined) cache.set(key, (css = clean(origin, customCss)));
  return css;
}

function clean(origin: string, customCss: string): string {
  try {
    return cleanCss(customCss, styleAddressAt(origin)).css;
  } catch (error) {
    if (!(error instanceof UnreadableCss)) throw error;
    return "";
  }
}
