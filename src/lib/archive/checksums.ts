/** Entries between two entries with checksums. */
export const checksumsPerEntry = 1000;

export const checksumName = (number: number): string => `checksums/${String(number).padStart(6, "0")}.sha256`;

export const isChecksumName = (name: string): boolean => /^checksums\/\d{6,}\.sha256$/.test(name);
