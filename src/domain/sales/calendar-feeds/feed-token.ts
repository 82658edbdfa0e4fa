import { createHmac } from "node:crypto";
import type { Context } from "#domain/platform/context.ts";
import { storageOf } from "#domain/platform/storage/storage.ts";
import { isGenuine } from "#lib/secrets/previous-keys.ts";

type Signing = Pick<Context, "site" | "storage">;

const [idLength, macLength] = [16, 32];
const prefix = "lcf_";

/**
 * Returns the secret part of a feed's address: the ID with a MAC. The database holds no secret, and the page can show the
 * address again.
 */
export function tokenOfFeed(context: Signing, id: string): string {
  const bytes = Buffer.from(id.replaceAll("-", ""), "hex");
  return `${prefix}${Buffer.concat([bytes, macOf(storageOf(context).key, context, bytes)]).toString("base64url")}`;
}

/** Returns the ID of the feed, or undefined if the token is not of this site. */
export function readFeedToken(context: Signing, token: string): string | undefined {
  if (!/^lcf_[\w-]{64}$/.test(token)) return undefined;
  const bytes = Buffer.from(token.slice(prefix.length), "base64url");
  if (bytes.length !== idLength + macLength) return undefined;
  const id = bytes.subarray(0, idLength);
  if (!isGenuine(storageOf(context).key, bytes.subarray(idLength), (key) => macOf(key, context, id))) return undefined;
  const hex = id.toString("hex");
  return [[0, 8], [8, 12], [12, 16], [16, 20], [20]].map(([from, to]) => hex.slice(from, to)).join("-");
}

const macOf = (key: Buffer, { site }: Signing, id: Buffer): Buffer =>
  createHmac("sha256", key).update(`calendar\n${site.id}\n`).update(id).digest();
