/** Fields of an ELF file of 64 bits (System V ABI, chapter 4), by their position. */
const header = {
  segmentsAt: 0x20,
  sectionsAt: 0x28,
  segmentSize: 0x36,
  segmentCount: 0x38,
  sectionCount: 0x3c,
} as const;
const segment = { type: 0, offset: 8, fileSize: 32, memorySize: 40, align: 48 } as const;
const load = 1;
/** The largest memory page of Linux on x64 and arm64. */
const page = 0x1_0000;

/** Names of currencies, languages, regions, time zones and units, encodings, and the rules that break lines. */
const unread = /\.(cnv|spp|dict)$|\/(curr|lang|rbnf|region|translit|unit|zone)\/|\/brkitr\/line|\/unames\.icu$/;

/**
 * Removes data from the ICU library of PostgreSQL for Linux, 20 of 27 MB: PostgreSQL uses ICU for collations and cases.
 * The library is an archive of files in one constant (ICU User Guide, "ICU Data"). Addresses in memory stay, and the
 * file has less of them.
 */
export function shortenIcuData(library: Buffer): Buffer {
  const at = library.indexOf("CmnD") - 12;
  const segments = segmentsOf(library);
  const first = segments.find(({ type }) => type === load);
  if (at < 0 || !first) throw new Error("Expected the data library of ICU.");
  const archive = shortenArchive(library.subarray(at, first.fileSize));
  const end = at + archive.length;
  // Segments keep their offset in a page.
  const removed = Math.floor((first.fileSize - end) / page) * page;
  const shortened = Buffer.concat([library.subarray(0, at), archive, library.subarray(end + removed)]);
  for (const { position, offset, align } of segments) {
    if (offset > 0) shortened.writeBigUInt64LE(BigInt(offset - removed), position + segment.offset);
    shortened.writeBigUInt64LE(BigInt(Math.min(align, page)), position + segment.align);
  }
  for (const field of [segment.fileSize, segment.memorySize])
    shortened.writeBigUInt64LE(BigInt(end), first.position + field);
  // Only debuggers read the table of sections.
  shortened.writeBigUInt64LE(0n, header.sectionsAt);
  shortened.fill(0, header.sectionCount, header.sectionCount + 4);
  return shortened;
}

function segmentsOf(library: Buffer) {
  const start = Number(library.readBigUInt64LE(header.segmentsAt));
  const read = (position: number) => Number(library.readBigUInt64LE(position));
  return Array.from({ length: library.readUInt16LE(header.segmentCount) }, (_, index) => {
    const position = start + index * library.readUInt16LE(header.segmentSize);
    return {
      position,
      type: library.readUInt32LE(position + segment.type),
      offset: read(position + segment.offset),
      fileSize: read(position + segment.fileSize),
      align: read(position + segment.align),
    };
  });
}

/** Writes the archive with fewer files: a header, the number of files, positions of names and contents, both. */
function shortenArchive(archive: Buffer): Buffer {
  const base = archive.readUInt16LE(0);
  const body = archive.subarray(base);
  const positions = Array.from({ length: body.readUInt32LE(0) }, (_, index) => ({
    name: body.readUInt32LE(4 + index * 8),
    content: body.readUInt32LE(8 + index * 8),
  }));
  const files = positions.map(({ name, content }, index) => ({
    name: body.toString("latin1", name, body.indexOf(0, name)),
    content: body.subarray(content, positions[index + 1]?.content),
  }));
  const kept = files.filter(({ name }) => !unread.test(name));
  const table = Buffer.alloc(4 + kept.length * 8);
  table.writeUInt32LE(kept.length, 0);
  const parts: Buffer[] = [table];
  let position = table.length;
  const add = (part: Buffer) => {
    parts.push(part);
    position += part.length;
  };
  for (const [index, { name }] of kept.entries()) {
    table.writeUInt32LE(position, 4 + index * 8);
    add(Buffer.from(`${name}\0`, "latin1"));
  }
  for (const [index, { content }] of kept.entries()) {
    add(Buffer.alloc(-position & 15));
    table.writeUInt32LE(position, 8 + index * 8);
    add(content);
  }
  return Buffer.concat([archive.subarray(0, base), ...parts]);
}
