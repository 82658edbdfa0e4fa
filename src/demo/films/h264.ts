import { BitWriter } from "./bit-writer.ts";
import type { Canvas } from "./canvas.ts";

/** An access unit with one slice, and the parameter sets of the stream. */
export interface EncodedFilm {
  sps: Buffer;
  pps: Buffer;
  frames: Buffer[];
}

/**
 * Encodes drawings as H.264 (Constrained Baseline), without loss. Drawings have large areas of one color and change in
 * few places, so three kinds of macroblocks suffice: copied from the row above or the column at the left, unchanged
 * since the previous frame, and stored as they are (I_PCM). Nothing is transformed or quantized. `frames` paints the
 * canvas and yields the changed macroblocks of each frame.
 */
export function encode(canvas: Canvas, height: number, frames: Iterable<readonly number[]>): EncodedFilm {
  const encoded: Buffer[] = [];
  for (const changed of frames) {
    encoded.push(encoded.length === 0 ? wholeFrame(canvas) : changesOf(canvas, changed, encoded.length));
  }
  return { sps: sequence(canvas, canvas.height - height), pps: parameters(), frames: encoded };
}

/** §7.3.2.1. Picture order follows decoding order (type 2), with one reference frame. Cropping counts pairs of lines. */
function sequence({ columns, rows }: Canvas, cropped: number): Buffer {
  const writer = new BitWriter().bits(66, 8).bits(0xc0, 8).bits(30, 8);
  writer.golomb(0, 4, 2, 1).bits(0, 1);
  writer.golomb(columns - 1, rows - 1).bits(0b11, 2);
  writer.bits(1, 1).golomb(0, 0, 0, cropped / 2);
  return unit(0x67, writer.bits(0, 1).end());
}

/** §7.3.2.2. The deblocking filter can be turned off in slices. */
function parameters(): Buffer {
  const writer = new BitWriter().golomb(0, 0).bits(0, 2).golomb(0, 0, 0).bits(0, 3).golomb(0, 0, 0);
  return unit(0x68, writer.bits(0b100, 3).end());
}

/** The only frame that does not depend on others. */
function wholeFrame(canvas: Canvas): Buffer {
  const writer = new BitWriter().golomb(0, 7, 0).bits(0, 8).golomb(0).bits(0, 2).golomb(0, 1);
  const { columns, rows } = canvas;
  /** Macroblocks that are stored as they are. */
  const stored = new Set<number>();
  for (let block = 0; block < columns * rows; block++) {
    const neighbor = canvas.copiedFrom(block);
    if (neighbor === undefined) {
      stored.add(block);
      store(writer.golomb(25), canvas, block);
      continue;
    }
    const isAbove = neighbor === "above";
    // mb_type of Intra_16x16 without coefficients, the mode of chroma, and mb_qp_delta.
    writer.golomb(isAbove ? 1 : 2, isAbove ? 2 : 1, 0);
    const neighbors = [...(block % columns > 0 ? [block - 1] : []), ...(block >= columns ? [block - columns] : [])];
    noCoefficients(
      writer,
      neighbors.map((other) => (stored.has(other) ? 16 : 0)),
    );
  }
  return unit(0x65, writer.end());
}

/** §9.2.1: the code depends on the number of coefficients of the neighbors, which is 16 for stored macroblocks. */
function noCoefficients(writer: BitWriter, neighbors: readonly number[]): void {
  const sum = neighbors.reduce((total, count) => total + count, 0);
  const expected = neighbors.length === 2 ? (sum + 1) >> 1 : sum;
  if (expected >= 8) writer.bits(0b11, 6);
  else writer.bits(1, 1);
}

/** A frame with the changed macroblocks; runs of others are skipped. */
function changesOf(canvas: Canvas, changed: readonly number[], number: number): Buffer {
  const writer = new BitWriter()
    .golomb(0, 5, 0)
    .bits(number & 255, 8)
    .bits(0, 3)
    .golomb(0, 1);
  let next = 0;
  for (const block of changed) {
    store(writer.golomb(block - next, 30), canvas, block);
    next = block + 1;
  }
  const rest = canvas.columns * canvas.rows - next;
  if (rest > 0) writer.golomb(rest);
  return unit(0x41, writer.end());
}

function store(writer: BitWriter, canvas: Canvas, block: number): void {
  writer.align();
  for (const samples of canvas.samplesOf(block)) writer.bytes(samples);
}

/** §7.4.1: a byte after two zeros keeps the content apart from start codes. */
function unit(header: number, content: Buffer): Buffer {
  const bytes = [header];
  let zeros = 0;
  for (const byte of content) {
    if (zeros >= 2 && byte <= 3) {
      bytes.push(3);
      zeros = 0;
    }
    bytes.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Buffer.from(bytes);
}
