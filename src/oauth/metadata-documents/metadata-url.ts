import { invalidClient } from "../error.ts";

const maxLength = 2000;

/**
 * The address of a document, which is a client_id (Client ID Metadata Document §3). Two of them are the same when their
 * bytes are: so it must be written as every parser writes it, and what one would rewrite (another case, dot segments,
 * a user, letters beyond ASCII) is refused.
 */
export function requireMetadataUrl(clientId: string): URL {
  const problem = problemOf(clientId);
  if (problem !== undefined) throw invalidClient(`This client_id is not the address of a document: ${problem}`);
  return new URL(clientId);
}

function problemOf(clientId: string): string | undefined {
  if (clientId.length > maxLength) return `it is longer than ${maxLength} characters.`;
  if (clientId.includes("#")) return "it must have no fragment.";
  if (!URL.canParse(clientId)) return "it is no URL.";
  const url = new URL(clientId);
  if (url.protocol !== "https:") return "it must begin with https://.";
  if (url.username || url.password) return "it must have no user information.";
  if (url.pathname === "/" && !/^[^/]+:\/\/[^/]+\//.test(clientId)) return "it must have a path.";
  if (hasDotSegment(clientId)) return "its path must have no dot segments.";
  if (url.href !== withoutDefaultPort(clientId) || url.hostname.endsWith(".")) {
    return "write it in the one normal form of a URL: a host in lower case and ASCII, nothing left to be encoded.";
  }
  return undefined;
}

/** Encoded ones too: what is one segment here may be several to a server that decodes it. */
function hasDotSegment(clientId: string): boolean {
  const [path = ""] = clientId.replace(/^[^/]*\/\/[^/?]*/, "").split("?", 1);
  const decoded = path.replaceAll(/%2e/gi, ".").replaceAll(/%2f|%5c/gi, "/");
  return decoded.split(/[/\\]/).some((segment) => segment === "." || segment === "..");
}

/** A port may be named though it is the usual one; it then makes another client_id. */
const withoutDefaultPort = (clientId: string) => clientId.replace(/^(https:\/\/[^/]*):443\//, "$1/");
