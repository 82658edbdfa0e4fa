import type { EncodedFilm } from "./h264.ts";

interface Film extends EncodedFilm {
  width: number;
  height: number;
  framesPerSecond: number;
}

/** Time units per second. */
const timescale = 600;

/** Writes an MP4 file with one video track (ISO/IEC 14496-12), whose index precedes the content. */
export function mp4Of(film: Film): Buffer {
  const type = box("ftyp", "isom", u32(512), "isomiso2avc1mp41");
  const samples = film.frames.map((frame) => Buffer.concat([u32(frame.length), frame]));
  // The index has the same length for every position.
  const index = (position: number) => movie(film, samples, position);
  const content = box("mdat", ...samples);
  return Buffer.concat([type, index(type.length + index(0).length + 8), content]);
}

function movie(film: Film, samples: readonly Buffer[], position: number): Buffer {
  const { width, height, framesPerSecond, frames } = film;
  const sampleDuration = timescale / framesPerSecond;
  const duration = frames.length * sampleDuration;
  const table = box(
    "stbl",
    full("stsd", u32(1), sampleEntry(film)),
    full("stts", u32(1, frames.length, sampleDuration)),
    full("stss", u32(1, 1)),
    full("stsc", u32(1, 1, samples.length, 1)),
    full("stsz", u32(0, samples.length, ...samples.map(({ length }) => length))),
    full("stco", u32(1, position)),
  );
  const data = box("dinf", full("dref", u32(1), box("url ", u32(1))));
  const media = box(
    "mdia",
    full("mdhd", u32(0, 0, timescale, duration), u16(0x55c4, 0)),
    full("hdlr", u32(0), "vide", u32(0, 0, 0), "\0"),
    box("minf", box("vmhd", u32(1, 0, 0)), data, table),
  );
  const track = box("tkhd", u32(3, 0, 0, 1, 0, duration, 0, 0, 0, 0), matrix, u32(width << 16, height << 16));
  const header = full(
    "mvhd",
    u32(0, 0, timescale, duration, 0x10000),
    u16(0x100, 0),
    u32(0, 0),
    matrix,
    u32(0, 0, 0, 0, 0, 0, 2),
  );
  return box("moov", header, box("trak", track, media));
}

/** ISO/IEC 14496-15: the decoder configuration has the parameter sets. */
function sampleEntry({ sps, pps, width, height }: Film): Buffer {
  const configuration = box(
    "avcC",
    Buffer.from([1]),
    sps.subarray(1, 4),
    Buffer.from([0xff, 0xe1]),
    u16(sps.length),
    sps,
    Buffer.from([1]),
    u16(pps.length),
    pps,
  );
  return box(
    "avc1",
    u16(0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, width, height),
    u32(0x480000, 0x480000, 0),
    u16(1),
    Buffer.alloc(32),
    u16(24, 0xffff),
    configuration,
  );
}

const u32 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
};

const u16 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, index * 2);
  return bytes;
};

/** The identity. */
const matrix = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);

const box = (type: string, ...content: readonly (Buffer | string)[]): Buffer => {
  const body = Buffer.concat(content.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part)));
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, "latin1"), body]);
};

/** A box with version 0 and without flags. */
const full = (type: string, ...content: readonly (Buffer | string)[]): Buffer => box(type, u32(0), ...content);
