import { gzipSync } from "node:zlib";

/** An archive entry with its declared values, true or not. */
export interface TarEntry {
  name: string;
  content?: string | Uint8Array;
  /** `0`: a file. */
  type?: string;
  size?: number;
}

/** A tar archive of these entries (POSIX.1-2017, pax, "ustar Interchange Format"). */
export function tarOf(entries: readonly TarEntry[]): Buffer {
  const blocks = entries.flatMap(({ name, content = "", type = "0", size }) => {
    const bytes = Buffer.from(content as string);
    const head = Buffer.alloc(512);
    head.write(name, 0, 100);
    head.write("0000644\0", 100);
    head.write((size ?? bytes.length).toString(8).padStart(11, "0"), 124);
    head.fill(" ", 148, 156);
    head.write(type, 156);
    head.write("ustar\u000000", 257);
    const sum = head.reduce((all, byte) => all + byte, 0);
    head.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
    return [head, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

export const tarGzOf = (texts: Record<string, string | Uint8Array>): Buffer =>
  gzipSync(tarOf(Object.entries(texts).map(([name, content]) => ({ name, content }))));
