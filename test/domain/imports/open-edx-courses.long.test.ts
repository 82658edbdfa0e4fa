import assert from "node:assert/strict";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { findFoldersWith } from "#domain/transfer/whole-course/find-folders.ts";
import { Problem } from "#domain/platform/problem.ts";
import { type ConvertedOlx, convertOlx } from "#domain/transfer/imports/olx/convert.ts";
import { randomFrom } from "../../support/data/random.ts";
import { datasetFolder } from "../../../bench/harness/datasets.ts";
import { missingDataset } from "./fixtures/datasets.ts";

/** Parts of a course in files of their own. */
const isPart = (file: string): boolean =>
  /^(chapter|sequential|vertical|html|problem|video)\/.+\.(xml|html)$/.test(file);

/** Copies the parts of a course. Other files, which only have to exist, become empty. */
function copyOf(course: string): { folder: string; parts: string[] } {
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-olx-"));
  const entries = readdirSync(course, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map((entry) => path.relative(course, path.join(entry.parentPath, entry.name)));
  for (const file of files) {
    const target = path.join(folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    if (/\.(xml|html?|json)$/i.test(file)) copyFileSync(path.join(course, file), target);
    else writeFileSync(target, "");
  }
  return { folder, parts: files.filter(isPart).sort() };
}

/** Damages a part of a course. Returns what repairs it. */
const damages: Record<string, (file: string) => () => void> = {
  remove: (file) => {
    const content = readFileSync(file);
    rmSync(file);
    return () => writeFileSync(file, content);
  },
  rename: (file) => {
    renameSync(file, `${file}.bak`);
    return () => renameSync(`${file}.bak`, file);
  },
  empty: (file) => rewrite(file, () => Buffer.from("")),
  truncate: (file) => rewrite(file, (content) => content.subarray(0, Math.floor(content.length / 2))),
  noise: (file) => rewrite(file, () => Buffer.from([0, 255, 1, 254])),
};

function rewrite(file: string, change: (content: Buffer) => Buffer): () => void {
  const content = readFileSync(file);
  writeFileSync(file, change(content));
  return () => writeFileSync(file, content);
}

/** The texts of a part that learners see. */
function textOf(part: string, content: string): string {
  const names = [...content.matchAll(/\s(?:display_name|format)="([^"]*)"/g)].map(([, name = ""]) => name);
  const still = content.replaceAll(/<(script|style)\b.*?<\/\1>|<!--.*?-->/gis, " ").replaceAll(/<[^<>]*>/g, " ");
  const shown = /^(html|problem)\//.test(part) ? still : "";
  return [...names, shown].join(" ").replaceAll(/&#?\w+;|\[\/?mathjax(?:inline)?\]/g, " ");
}

const wordsOf = (text: string): string[] => [
  ...new Set(
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]{4,}/gu),
  ),
];

/** Returns a function that finds the words which a conversion neither keeps nor reports. */
function missingIn({ course, warnings }: ConvertedOlx): (words: readonly string[]) => string[] {
  const found = wordsOf(JSON.stringify([course, warnings]));
  const known = new Set(found);
  const joined = found.join("");
  return (words) => words.filter((word) => !known.has(word) && !joined.includes(word));
}

/** Returns whether a warning names a part by its file. Texts and their definitions have the same name. */
const isNamed = ({ warnings }: ConvertedOlx, file: string): boolean =>
  warnings.some(({ place, detail }) => `${place} ${detail}`.includes(file.replace(/\.\w+$/, ".")));

void test(
  "Words of real Open edX courses are kept or reported, also after a part is removed, renamed or damaged",
  { skip: missingDataset("open-edx") },
  async (context) => {
    const seed = Number(process.env["SEED"] ?? Date.now() % 1_000_000);
    context.diagnostic(`seed ${seed}`);
    const random = randomFrom(seed);
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
    for (const original of findFoldersWith(["course.xml"], datasetFolder("open-edx"))) {
      const { folder, parts } = copyOf(original);
      try {
        const whole = await convertOlx(folder).catch((error: unknown) => {
          if (!(error instanceof Problem)) throw error;
          context.diagnostic(`${original} is refused: ${error.message}`);
        });
        if (whole === undefined) continue;
        const missingInWhole = missingIn(whole);
        const unused = whole.warnings.filter(({ detail }) => detail.includes("files that no part of the course names"));
        const used = parts.filter((part) => !unused.some(({ detail }) => detail.includes(part)));
        for (const part of used) {
          const text = textOf(part, readFileSync(path.join(folder, part), "utf8"));
          const missing = missingInWhole(wordsOf(text));
          assert.ok(missing.length === 0 || isNamed(whole, part), `${original}/${part}: ${missing.join(" ")}`);
        }
        // Small courses have all of their parts in one file.
        for (let round = 0; round < (used.length === 0 ? 0 : 2); round++) {
          const [kind, damage] = pick(Object.entries(damages));
          const part = pick(used);
          const file = path.join(folder, part);
          const before = readFileSync(file, "utf8");
          const repair = damage(file);
          const damaged = await convertOlx(folder);
          // Nothing tells that the end of an HTML file is missing.
          const isUnseen = kind === "truncate" && part.endsWith(".html");
          const own = new Set(isUnseen ? wordsOf(before) : []);
          const missing = missingIn(damaged)(wordsOf(JSON.stringify(whole.course))).filter((word) => !own.has(word));
          repair();
          const about = `seed ${seed}: ${kind} ${original}/${part}: ${missing.slice(0, 20).join(" ")}`;
          assert.ok(missing.length === 0 || isNamed(damaged, part), about);
        }
      } finally {
        rmSync(folder, { recursive: true });
      }
    }
  },
);
