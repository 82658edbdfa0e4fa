/** `createdAt` as it is written on the wire: `created_at`. */
export const toWire = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `created_at` as it is written in the code: `createdAt`. */
export const fromWire = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
