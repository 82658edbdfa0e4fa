import { open } from "node:fs/promises";
import path from "node:path";

/** Location of the write-ahead log of a running server. */
export interface WalLocation {
  /** The data directory. */
  cluster: string;
  timeline: number;
  segmentSize: bigint;
}

/** Bytes of one part: a busy server needs no more memory than an idle one. */
const maxPart = 4n * 1024n * 1024n;

const hex = (number: bigint): string => number.toString(16).toUpperCase().padStart(8, "0");

/** Returns the name of the segment file with this position (PostgreSQL, `XLogFileName`). */
export function segmentName(timeline: number, position: bigint, segmentSize: bigint): string {
  const number = position / segmentSize;
  const perFile = 0x1_0000_0000n / segmentSize;
  return `${hex(BigInt(timeline))}${hex(number / perFile)}${hex(number % perFile)}`;
}

/** Returns the start of the segment with this position. */
export const startOfSegment = (position: bigint, segmentSize: bigint): bigint => position - (position % segmentSize);

/** Divides a range of positions into parts that do not cross segments. */
export function* divideRange(
  from: bigint,
  until: bigint,
  segmentSize: bigint,
): Generator<{ start: bigint; end: bigint }> {
  for (let start = from; start < until;) {
    const ends = [until, start + maxPart, startOfSegment(start, segmentSize) + segmentSize];
    const end = ends.reduce((least, one) => (one < least ? one : least));
    yield { start, end };
    start = end;
  }
}

/** Reads flushed bytes, which never change, from their segment. */
export async function readWal({ cluster, timeline, segmentSize }: WalLocation, start: bigint, end: bigint) {
  const file = path.join(cluster, "pg_wal", segmentName(timeline, start, segmentSize));
  const bytes = Buffer.alloc(Number(end - start));
  const handle = await open(file, "r");
  try {
    const offset = Number(start % segmentSize);
    for (let read = 0; read < bytes.length;) {
      const { bytesRead } = await handle.read(bytes, read, bytes.length - read, offset + read);
      if (bytesRead === 0) throw new Error(`${file} ends before position ${end}.`);
      read += bytesRead;
    }
    return bytes;
  } finally {
    await handle.close();
  }
}
