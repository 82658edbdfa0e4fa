import { createWriteStream, existsSync, readdirSync, readFileSync, rmdirSync, rmSync, lstatSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { Context } from "#domain/platform/context.ts";
import type { CourseRecord } from "#domain/catalog/courses/course.ts";
import { readObject } from "#domain/platform/storage/objects.ts";
import { Problem } from "#domain/platform/problem.ts";
import { makeFolders } from "#lib/files/make-folders.ts";
import { FileNames } from "./file-names.ts";
import { loadContent } from "./load-content.ts";
import { writeContent } from "./write-content.ts";

/**
 * Writes a course to a folder named after its slug. An existing course folder is synchronized: files of sections and
 * lectures that the course no longer has are removed, all other files are kept.
 */
export async function exportCourse(context: Context, course: CourseRecord, into: string): Promise<void> {
  const folder = path.join(into, course.slug);
  if (existsSync(folder) && !existsSync(path.join(folder, "course.md")) && readdirSync(folder).length > 0) {
    throw new Problem(
      "conflict",
      `${folder} exists but is not a course folder: it has no course.md. Choose another folder.`,
    );
  }
  const names = new FileNames(context);
  const texts = writeContent(await loadContent(context, course, names));
  requireNoLinks(folder, [...texts.keys(), ...names.files.keys()]);
  removeGone(folder, texts);
  for (const [name, text] of texts) await writeIfOther(path.join(folder, name), text);
  for (const [name, file] of names.files) {
    const target = path.join(folder, name);
    await makeFolders(path.dirname(target));
    await pipeline(await readObject(context, file.objectId), createWriteStream(target));
  }
}

/** Skips unchanged files, because file watchers look at modification times. */
async function writeIfOther(file: string, text: string): Promise<void> {
  if (existsSync(file) && readFileSync(file, "utf8") === text) return;
  await makeFolders(path.dirname(file));
  await writeFile(file, text);
}

function removeGone(folder: string, texts: ReadonlyMap<string, string>): void {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const section = path.join(folder, entry.name);
    if (!entry.isDirectory() || !existsSync(path.join(section, "section.md"))) continue;
    for (const name of readdirSync(section)) {
      if (name.endsWith(".md") && !texts.has(`${entry.name}/${name}`)) rmSync(path.join(section, name));
    }
    if (readdirSync(section).length === 0) rmdirSync(section);
  }
}

/**
 * Throws if one of the files, or a folder on its path, is a symbolic link, because writing would change files outside
 * the folder.
 */
function requireNoLinks(folder: string, names: Iterable<string>): void {
  const looked = new Set<string>();
  for (const name of names) {
    const parts = name.split("/");
    for (const end of parts.keys()) {
      const file = path.join(folder, ...parts.slice(0, end + 1));
      if (looked.has(file)) continue;
      looked.add(file);
      requireNoLink(file);
    }
  }
  requireNoLink(folder);
}

function requireNoLink(file: string): void {
  if (!lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  throw new Problem(
    "conflict",
    `${file} is a symbolic link. Lectern does not write through links. Remove it, or choose another folder.`,
  );
}
