import { explorerPath } from "#domain/site/sites/explorer-client.ts";
import { fingerprint } from "#lib/fingerprint.ts";

/** Creates an asset whose path contains a content hash, so that it can be cached indefinitely. */
export function hashedAsset(name: string, extension: "js" | "css", body: string) {
  const type = extension === "js" ? "text/javascript; charset=utf-8" : "text/css; charset=utf-8";
  return { path: `${explorerPath}/${name}-${fingerprint(body, 12)}.${extension}`, type, body };
}
