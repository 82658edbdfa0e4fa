import { hash } from "node:crypto";
import { createReadStream, createWriteStream, lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { PassThrough } from "node:stream";
import { createGzip } from "node:zlib";
import { pack } from "tar-stream";

/** Contents of `release.json`, by which `lectern update` recognizes a release. */
export interface ReleaseFile {
  name: "lectern";
  version: string;
  /** `linux-x64`. */
  platform: string;
}

/** The time of every file, so that the same content gives the same bytes. */
const mtime = new Date("2000-01-01T00:00:00Z");

/**
 * Writes a folder as a tar.gz whose entries are below `name`. The same content gives the same bytes: sorted names, one
 * time, no owner, and only the executable bit of the mode.
 */
export async function writeTarball(folder: string, name: string, file: string): Promise<void> {
  const archive = pack();
  const written = pipeline(
    // The archive's own stream is not one of Node.js.
    archive.pipe(new PassThrough()),
    createGzip({ level: 9 }),
    createWriteStream(file),
  );
  for (const entry of entriesOf(folder)) {
    const source = path.join(folder, entry);
    const stat = lstatSync(source);
    const header = { name: `${name}/${entry}`, mtime };
    if (stat.isSymbolicLink()) {
      archive.entry({ ...header, type: "symlink", linkname: readlinkSync(source), mode: 0o777 });
      continue;
    }
    const size = stat.size;
    const added = Promise.withResolvers<void>();
    const sink = archive.entry({ ...header, size, mode: stat.mode & 0o100 ? 0o755 : 0o644 }, (error) =>
      error ? added.reject(error) : added.resolve(),
    );
    for await (const chunk of createReadStream(source)) {
      if (!sink.write(chunk)) await new Promise<void>((resolve) => void sink.once("drain", () => resolve()));
    }
    sink.end(null);
    await added.promise;
  }
  archive.finalize();
  await written;
}

/** Files and links, sorted by their bytes. Folders are created with their files. */
const entriesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8", withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"))
    .toSorted();

/** A line of `SHA256SUMS`, as `sha256sum --check` reads it. */
export const checksumLine = (file: string): string =>
  `${hash("sha256", readFileSync(file), "hex")}  ${path.basename(file)}\n`;
