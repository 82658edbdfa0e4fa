import { createHash } from "node:crypto";
import { explorerPath } from "#domain/sites/explorer-client.ts";

/** A file of the page's own. Its path changes with its content: it may be cached for ever. */
export function hashedAsset(name: string, extension: "js" | "css", body: string) {
  const hash = createHash("sha256").update(body).digest("base64url").slice(0, 12);
  const type = extension === "js" ? "text/javascript; charset=utf-8" : "text/css; charset=utf-8";
  return { path: `${explorerPath}/${name}-${hash}.${extension}`, type, body };
}
