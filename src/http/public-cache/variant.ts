import { prefersMarkdown } from "../negotiation.ts";
import { pathOf } from "../path-of.ts";

/** The response that a request asks for, among those of one site. */
export interface Variant {
  key: string;
  /** True for an address without parameters: the school determines how many there are, and visitors do not. */
  isPlain: boolean;
}

interface Asked {
  url: string;
  headers: { accept?: string | undefined };
}

const maxLength = 300;

/** Searches are not kept: they are different for every visitor. */
const linkedParameters: ReadonlySet<string> = new Set(["after", "comment", "cursor", "past", "rating", "tag"]);

/** No page reads them. */
const campaignParameters = /^(?:utm_\w+|fbclid|gclid|mc_[ce]id|msclkid)$/;

/**
 * Returns the variant of a public page or document. Undefined for requests whose responses are not kept: with unknown
 * parameters, or with an address that is not written in its only canonical form, of which each page would have many.
 */
export function variantOf({ url, headers }: Asked, look: string): Variant | undefined {
  // The router ignores what follows `#`, which no request target has (RFC 9112 §3.2).
  if (url.length > maxLength || url.includes("#") || !isCanonical(pathOf(url))) return undefined;
  const path = pathOf(url);
  const parameters = parametersOf(url.slice(path.length + 1));
  if (parameters === undefined) return undefined;
  const form = prefersMarkdown(headers.accept) ? "markdown" : "page";
  return { key: `${form} ${look} ${path}?${parameters}`, isPlain: parameters === "" };
}

function isCanonical(path: string): boolean {
  if (!path.includes("%")) return true;
  try {
    return encodeURI(decodeURI(path)) === path;
  } catch {
    return false;
  }
}

/** Returns the parameters in order. Undefined if one of them is unknown or repeated. */
function parametersOf(query: string): string | undefined {
  if (query === "") return "";
  const found = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    if (campaignParameters.test(name)) continue;
    if (!linkedParameters.has(name) || found.has(name)) return undefined;
    found.set(name, value);
  }
  return new URLSearchParams([...found].toSorted(([one], [other]) => (one < other ? -1 : 1))).toString();
}
