import path from "node:path";
import { fileURLToPath } from "node:url";
import { openDiskStore } from "./disk-store.ts";
import type { ObjectStore } from "./object-store.ts";
import { openS3Store, type S3Timeouts } from "./s3-store.ts";

/** Accepts `file:///srv/lectern/files`, or the address of a bucket in the format of `openS3Store`. */
export function isStoreUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === "file:") return url.host === "" && isFilePath(url);
  if (url?.protocol !== "s3:") return false;
  const { searchParams, hostname, username, password } = url;
  const endpoint = searchParams.get("endpoint");
  return (
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(hostname) &&
    (username === "") === (password === "") &&
    [...searchParams.keys()].every((name) => name === "region" || name === "endpoint") &&
    (endpoint === null || (/^https?:\/\//.test(endpoint) && URL.canParse(endpoint)))
  );
}

/** Opens the store at an address that passes `isStoreUrl`. Makes no request before first use. */
export function openStore(address: string, timeouts?: S3Timeouts): ObjectStore {
  const url = new URL(address);
  return url.protocol === "s3:" ? openS3Store(url, timeouts) : openDiskStore(fileURLToPath(url));
}

/** False for an encoded separator, such as `file:///%2F`. */
function isFilePath(url: URL): boolean {
  try {
    return path.isAbsolute(fileURLToPath(url));
  } catch {
    return false;
  }
}
