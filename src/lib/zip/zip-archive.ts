/** One compressed file of an archive. Its metadata is known before its bytes are read. */
export interface ZipEntry {
  /** ASCII. */
  name: string;
  crc32: number;
  /** Uncompressed size. */
  byteSize: number;
  /** Size of the compressed bytes that `read` returns: DEFLATE (RFC 1951). */
  storedSize: number;
  read: () => AsyncIterable<Uint8Array>;
}

/** Maximum size of the archive and of each file: the size fields have four bytes. */
export const maxZipSize = 0xffff_ffff;

/** Streams the bytes of a ZIP archive (APPNOTE.TXT §4.3). The same files produce the same bytes. */
export async function* zipArchive(entries: readonly ZipEntry[]): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const header = Buffer.concat([signature(0x0403_4b50), factsOf(entry), Buffer.from(entry.name)]);
    directory.push(directoryEntry(entry, offset));
    offset += header.length + entry.storedSize;
    yield header;
    yield* entry.read();
  }
  const end = Buffer.concat(directory);
  yield end;
  yield endOfDirectory(entries.length, end.length, offset);
}

/** Returns the size of the whole archive in bytes. */
export const zipSize = (entries: readonly ZipEntry[]): number =>
  entries.reduce((sum, { name, storedSize }) => sum + 30 + 46 + 2 * name.length + storedSize, 22);

const signature = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

/** Fields shared by a file's local header and its directory entry: §4.4.3 to §4.4.11. */
function factsOf({ name, crc32, byteSize, storedSize }: ZipEntry): Buffer {
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(20, 0);
  facts.writeUInt16LE(deflated, 4);
  facts.writeUInt16LE(firstDate, 8);
  facts.writeUInt32LE(crc32, 10);
  facts.writeUInt32LE(storedSize, 14);
  facts.writeUInt32LE(byteSize, 18);
  facts.writeUInt16LE(name.length, 22);
  return facts;
}

const deflated = 8;

/** 1 January 1980, the earliest possible date, which is independent of time zones. */
const firstDate = (1 << 5) | 1;

/** §4.3.12 */
function directoryEntry(entry: ZipEntry, offset: number): Buffer {
  const madeBy = Buffer.alloc(2);
  madeBy.writeUInt16LE(20);
  const offsetField = Buffer.alloc(14);
  offsetField.writeUInt32LE(offset, 10);
  return Buffer.concat([signature(0x0201_4b50), madeBy, factsOf(entry), offsetField, Buffer.from(entry.name)]);
}

/** §4.3.16 */
function endOfDirectory(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
