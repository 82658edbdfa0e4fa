import path from "node:path";
import { fileURLToPath } from "node:url";
import { openDiskStore } from "./disk-store.ts";
import type { ObjectStore } from "./object-store.ts";

/** `file:///srv/lectern/files` */
export const isStoreUrl = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === "file:" && url.host === "" && path.isAbsolute(fileURLToPath(url));
};

/** The store at an address that `isStoreUrl`. Nothing is asked of it before it is used. */
export function openStore(address: string): ObjectStore {
  return openDiskStore(fileURLToPath(address));
}
