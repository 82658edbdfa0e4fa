import { readFileSync } from "node:fs";
import path from "node:path";
import { asRecord } from "#lib/json/is-record.ts";
import { UnusableArchive } from "#lib/archive/unusable-archive.ts";

/** Contents of `release.json` (docs/decisions/0091). */
export interface Release {
  version: string;
  /** `linux-x64`. */
  platform: string;
}

const maxBytes = 4096;

/** Reads `release.json` of a folder. Throws UnusableArchive if it is not one of Lectern. */
export function readRelease(folder: string): Release {
  const { name, version, platform } = parse(path.join(folder, "release.json"));
  // The version becomes the name of a folder.
  const isVersion = typeof version === "string" && /^\d{1,6}\.\d{1,6}\.\d{1,6}(-[\dA-Za-z.-]{1,40})?$/.test(version);
  const isPlatform = typeof platform === "string" && /^[a-z\d]{1,20}-[a-z\d]{1,20}$/.test(platform);
  if (name === "lectern" && isVersion && isPlatform) return { version, platform };
  throw new UnusableArchive("Its release.json does not describe a release of Lectern.");
}

function parse(file: string): Record<string, unknown> {
  try {
    const text = readFileSync(file, "utf8");
    return text.length > maxBytes ? {} : asRecord(JSON.parse(text));
  } catch (cause) {
    throw new UnusableArchive("It has no readable release.json.", { cause });
  }
}
