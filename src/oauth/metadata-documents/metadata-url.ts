import { invalidClient } from "../error.ts";

const maxLength = 2000;

/**
 * Parses the URL of a document, which is a client_id (Client ID Metadata Document §3). client_ids are compared
 * bytewise, so the URL must be normalized. Rejects what parsers would rewrite: uppercase hosts, dot segments, user
 * info, non-ASCII characters.
 */
export function requireMetadataUrl(clientId: string): URL {
  const problem = problemOf(clientId);
  if (problem !== undefined) throw invalidClient(`This client_id is not the URL of a document: ${problem}`);
  return new URL(clientId);
}

function problemOf(clientId: string): string | undefined {
  if (clientId.length > maxLength) return `it is longer than ${maxLength} characters.`;
  if (clientId.includes("#")) return "it must have no fragment.";
  if (!URL.canParse(clientId)) return "it is not a URL.";
  const url = new URL(clientId);
  if (url.protocol !== "https:") return "it must begin with https://.";
  if (url.username || url.password) return "it must have no user information.";
  if (url.pathname === "/" && !/^[^/]+:\/\/[^/]+\//.test(clientId)) return "it must have a path.";
  if (hasDotSegment(clientId)) return "its path must have no dot segments.";
  if (url.href !== withoutDefaultPort(clientId) || url.hostname.endsWith(".")) {
    return "it must be a normalized URL: lower-case ASCII host, and all special characters percent-encoded.";
  }
  return undefined;
}

/** Includes encoded separators: a server that decodes them would see several segments. */
function hasDotSegment(clientId: string): boolean {
  const [path = ""] = clientId.replace(/^[^/]*\/\/[^/?]*/, "").split("?", 1);
  const decoded = path.replaceAll(/%2e/gi, ".").replaceAll(/%2f|%5c/gi, "/");
  return decoded.split(/[/\\]/).some((segment) => segment === "." || segment === "..");
}

/** The default port may be explicit; it makes a different client_id. */
const withoutDefaultPort = (clientId: string) => clientId.replace(/^(https:\/\/[^/]*):443\//, "$1/");
