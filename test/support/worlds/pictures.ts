import { crc32, deflateSync } from "node:zlib";

/** A blue PNG of this size in pixels; with `padding` bytes in an ignored chunk. */
export function aPicture({ width = 1, height = 1, padding = 0 } = {}): Buffer {
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, Buffer.from([0x2f, 0x5d, 0x7c]))]);
  const data = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)));
  return pngOf({ width, height, data, padding });
}

/** A PNG that declares this size, with compressed pixels that may not match it. */
export function pngOf({ width = 1, height = 1, data = Buffer.alloc(0), padding = 0 }): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits per channel, three channels.
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    ...(padding > 0 ? [chunk("lecT", Buffer.alloc(padding))] : []),
    chunk("IDAT", data),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
