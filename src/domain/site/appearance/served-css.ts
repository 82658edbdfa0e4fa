import { LRUCache } from "lru-cache";
import { cleanCss } from "#lib/css/clean-css.ts";
import { UnreadableCss } from "#lib/css/tokenize-css.ts";
import { styleAddressAt } from "./style-address.ts";

/** In characters, for all sites together. */
const cache = new LRUCache<string, string>({
  maxSize: 4 * 1024 * 1024,
  sizeCalculation: (css, key) => css.length + key.length,
});

/** Custom CSS as it is served. It is cleaned again, since it may have been stored when the rules allowed more. */
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
