import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import path from "node:path";
import { programFolder } from "#lib/settings/product-version.ts";
import { UsageError } from "../terminal/errors.ts";
import { readRelease, type Release } from "./release-file.ts";

/** Folder and link of an installation from archives: `current` names the release that runs. */
const releasesName = "releases";
const currentName = "current";

/** The releases of an installation from archives, side by side (docs/decisions/0096). */
export interface Releases {
  folder: string;
  /** Folder for what an update has not finished. */
  draft: string;
  current: Release & { folder: string };
}

/** Finds the releases beside the one that runs this command. Throws UsageError for other ways to install. */
export function findReleases(program = programFolder()): Releases {
  if (linkedProgram(program) === undefined) throw new UsageError(notInstalled);
  const folder = path.dirname(program);
  return {
    folder,
    draft: path.join(folder, "update.part"),
    current: { ...readRelease(program), folder: program },
  };
}

/** The path by which `current` names the release that runs this command. Undefined for other ways to install. */
export function linkedProgram(program = programFolder()): string | undefined {
  const folder = path.dirname(program);
  const link = path.join(path.dirname(folder), currentName);
  try {
    if (path.basename(folder) === releasesName && readlinkSync(link) && realpathSync(link) === realpathSync(program))
      return link;
  } catch {
    // No link, or one to nothing.
  }
  return undefined;
}

const notInstalled =
  "Only an installation from an archive updates itself: a folder `releases` with the unpacked release, and beside that folder a link `current` to the release. Run the command by this link.";

/** Makes the unpacked release a release of the installation, and returns its folder. */
export function addRelease({ folder }: Releases, unpacked: string, { version }: Release): string {
  const added = path.join(folder, version);
  // Left by an update that was rolled back.
  rmSync(added, { recursive: true, force: true });
  renameSync(unpacked, added);
  return added;
}

/** Lets `current` name a release. Atomic: at every time, the link names one of both. */
export function switchTo(releases: Releases, release: string): void {
  const root = path.dirname(releases.folder);
  const draft = path.join(root, `${currentName}.part`);
  rmSync(draft, { force: true });
  symlinkSync(path.join(releasesName, path.basename(release)), draft);
  renameSync(draft, path.join(root, currentName));
}

/** Removes the releases other than these, and returns their versions. */
export function removeOthers({ folder }: Releases, kept: readonly string[]): string[] {
  const others = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !kept.includes(path.join(folder, entry.name)))
    .filter(({ name }) => /^\d+\.\d+\.\d+/.test(name));
  for (const { name } of others) rmSync(path.join(folder, name), { recursive: true, force: true });
  return others.map(({ name }) => name);
}

/** An empty folder for the update. The caller has the lock. */
export function prepareDraft({ draft }: Releases): void {
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft);
  // The commands of the unpacked release run as the owner of the data folder, who cannot list this folder.
  chmodSync(draft, 0o711);
}

export const removeDraft = ({ draft }: Releases): void => rmSync(draft, { recursive: true, force: true });
