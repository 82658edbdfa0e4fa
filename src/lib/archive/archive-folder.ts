import { readdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { makeFolders } from "../files/make-folders.ts";
import type { ArchiveLocation } from "./archive-location.ts";
import { openLocation } from "./open-location.ts";
import { connectOnce, listS3Names, openS3Location } from "./s3-location.ts";

/** A folder or a prefix of a bucket with archives. */
export interface ArchiveFolder {
  list(): Promise<string[]>;
  location(name: string): ArchiveLocation;
  /** Creates the folder if it is missing. */
  prepare(): Promise<void>;
}

/** `address`: `file:///…` or `s3://…`, in the format of `isStoreUrl`. */
export function openArchiveFolder(address: string): ArchiveFolder {
  const url = new URL(address);
  if (url.protocol === "s3:") {
    const prefix = url.pathname.replace(/^\/+|(?<!\/)\/+$/g, "");
    const connect = connectOnce(url);
    return {
      list: () => listS3Names(url, prefix === "" ? "" : `${prefix}/`, connect),
      location(name) {
        const named = new URL(url);
        named.pathname = `/${prefix === "" ? "" : `${prefix}/`}${name}`;
        return openS3Location(named, connect);
      },
      prepare: () => Promise.resolve(),
    };
  }
  const folder = fileURLToPath(url);
  return {
    list: () => readdir(folder).catch(emptyIfMissing),
    location: (name) => openLocation(path.join(folder, name)),
    prepare: async () => void (await makeFolders(folder, 0o700)),
  };
}

/** Returns the address of a folder below the one of an address. */
export function addressBelow(address: string, name: string): string {
  const url = new URL(address);
  url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, "")}/${name}`;
  return url.href;
}

function emptyIfMissing(error: unknown): string[] {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
  throw error;
}
