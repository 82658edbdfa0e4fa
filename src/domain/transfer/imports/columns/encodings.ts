import { open } from "node:fs/promises";

/** Encodings of files from older programs. UTF-16 is recognized by its byte order mark. */
export const encodings = [
  "utf-8",
  "windows-1252",
  "big5",
  "gb18030",
  "shift_jis",
  "euc-kr",
  "windows-1250",
  "windows-1251",
] as const;
export type Encoding = (typeof encodings)[number];

/** Bytes at the start of a file that are examined. */
const headLength = 256 * 1024;

/** Returns the encoding that the start of a file has, as far as its bytes tell. `locale`: the language of the school. */
export async function detectEncoding(file: string, locale: string): Promise<Encoding> {
  const head = await headOf(file);
  const isUtf16 = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  if (isUtf16 || fits(head, "utf-8")) return "utf-8";
  return (locale === "zh-TW" ? chinese : []).find((encoding) => fits(head, encoding)) ?? "windows-1252";
}

/** Encodings of Chinese files, whose byte sequences rarely fit others by accident. */
const chinese = ["big5", "gb18030"] as const;

function fits(head: Buffer, encoding: Encoding): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}

async function headOf(file: string): Promise<Buffer> {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(headLength), 0, headLength, 0);
  return buffer.subarray(0, bytesRead);
}
