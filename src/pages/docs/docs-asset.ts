import { fingerprint } from "#lib/ids/fingerprint.ts";

/** Creates an asset of the documentation whose path contains a content hash, so that it can be cached indefinitely. */
export function docsAsset(name: string, extension: "js" | "css", body: string) {
  const type = extension === "js" ? "text/javascript; charset=utf-8" : "text/css; charset=utf-8";
  return { path: `/docs/assets/${name}-${fingerprint(body, 12)}.${extension}`, type, body };
}
