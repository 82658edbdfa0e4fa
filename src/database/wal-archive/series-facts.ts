import * as z from "zod";
import { buffer } from "node:stream/consumers";
import type { ArchiveFolder } from "#lib/archive/archive-folder.ts";
import { UnusableArchive } from "#lib/archive/unusable-archive.ts";
import { nameOfFacts } from "./archive-names.ts";
import { parseJson } from "#lib/json/parse-json.ts";

const Position = z
  .string()
  .regex(/^\d{1,20}$/)
  .transform(BigInt);

const Facts = z.object({
  format: z.literal("lectern base copy"),
  formatVersion: z.literal(1),
  /** Version of Lectern that made the copy. */
  lectern: z.string(),
  postgres: z.string(),
  /** Identifies the database cluster and its copies. */
  systemIdentifier: z.string(),
  timeline: z.int().positive(),
  segmentSize: Position,
  /** Position from which a recovery of the copy reads the WAL. */
  walStart: Position,
  /** The copy can be recovered to any later time. */
  completedAt: z.iso.datetime().transform((text) => new Date(text)),
  /** The series that the same data folder wrote before. */
  previous: z.string().nullable(),
});

export type SeriesFacts = z.infer<typeof Facts>;

export const encodeFacts = (facts: Omit<SeriesFacts, "format" | "formatVersion">): Buffer =>
  Buffer.from(
    `${JSON.stringify(
      { format: "lectern base copy", formatVersion: 1, ...facts },
      (_name, value: unknown) => (typeof value === "bigint" ? String(value) : value),
      2,
    )}\n`,
  );

const maxFacts = 64 * 1024;

/** Throws UnusableArchive. */
export async function readFacts(folder: ArchiveFolder, series: string): Promise<SeriesFacts> {
  const name = nameOfFacts(series);
  const { byteSize, bytes } = await folder.location(name).open();
  if (byteSize > maxFacts) {
    bytes.destroy();
    throw new UnusableArchive(`${name} is larger than expected.`);
  }
  const facts = Facts.safeParse(parseJson((await buffer(bytes)).toString()));
  if (facts.success) return facts.data;
  throw new UnusableArchive(`${name} does not describe a copy that this version can read.`);
}
