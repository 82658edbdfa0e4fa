/** Fields of an ELF file of 64 bits (System V ABI, chapter 4), by their position in the header. */
const header = {
  class: 4,
  data: 5,
  sectionsAt: 0x28,
  sectionSize: 0x3a,
  sectionCount: 0x3c,
  namesIndex: 0x3e,
} as const;
const section = { type: 4, flags: 8, offset: 24, size: 32, length: 64 } as const;
const noBits = 8;
/** The section is in memory while the program runs. */
const isAllocated = 2n;

export const isElf = (program: Buffer): boolean => program.readUInt32BE(0) === 0x7f454c46;

/**
 * Removes symbols and debugging information of a program for Linux, as `strip` does, also of another architecture. Node.js
 * has 18 MB of them, which only debuggers of native code read.
 */
export function stripSymbols(program: Buffer): Buffer {
  if (!isElf(program) || program[header.class] !== 2 || program[header.data] !== 1) {
    throw new Error("Expected an ELF file of 64 bits, little-endian.");
  }
  const sections = sectionsOf(program);
  const kept = sections.filter(({ flags }, index) => index === 0 || (flags & isAllocated) !== 0n);
  // Sections refer to others by their index.
  if (kept.some((one, index) => one !== sections[index])) throw new Error("Symbols are expected after the program.");
  const end = Math.max(...kept.map(({ type, offset, size }) => (type === noBits ? offset : offset + size)));
  const names = namesOf(program, sections);
  const namesAt = end;
  const tableAt = align(namesAt + names.length);
  const table = Buffer.concat([...kept.map(({ bytes }) => bytes), nameTable(program, sections, names, namesAt)]);
  const stripped = Buffer.concat([
    program.subarray(0, end),
    names,
    Buffer.alloc(tableAt - namesAt - names.length),
    table,
  ]);
  stripped.writeBigUInt64LE(BigInt(tableAt), header.sectionsAt);
  stripped.writeUInt16LE(kept.length + 1, header.sectionCount);
  stripped.writeUInt16LE(kept.length, header.namesIndex);
  return stripped;
}

interface Section {
  type: number;
  flags: bigint;
  offset: number;
  size: number;
  bytes: Buffer;
}

function sectionsOf(program: Buffer): Section[] {
  const start = Number(program.readBigUInt64LE(header.sectionsAt));
  return Array.from({ length: program.readUInt16LE(header.sectionCount) }, (_, index) => {
    const at = start + index * section.length;
    const bytes = program.subarray(at, at + section.length);
    return {
      type: bytes.readUInt32LE(section.type),
      flags: bytes.readBigUInt64LE(section.flags),
      offset: Number(bytes.readBigUInt64LE(section.offset)),
      size: Number(bytes.readBigUInt64LE(section.size)),
      bytes,
    };
  });
}

const sectionOfNames = (program: Buffer, sections: readonly Section[]): Section => {
  const found = sections[program.readUInt16LE(header.namesIndex)];
  if (!found) throw new Error("The file has no names of sections.");
  return found;
};

function namesOf(program: Buffer, sections: readonly Section[]): Buffer {
  const { offset, size } = sectionOfNames(program, sections);
  return program.subarray(offset, offset + size);
}

/** The section of names at its new position. */
function nameTable(program: Buffer, sections: readonly Section[], names: Buffer, offset: number): Buffer {
  const bytes = Buffer.from(sectionOfNames(program, sections).bytes);
  bytes.writeBigUInt64LE(BigInt(offset), section.offset);
  bytes.writeBigUInt64LE(BigInt(names.length), section.size);
  return bytes;
}

const align = (position: number): number => Math.ceil(position / 8) * 8;
