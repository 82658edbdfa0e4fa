/** Converts `createdAt` to its wire name `created_at`. */
export const toWire = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Converts the wire name `created_at` to `createdAt`. */
export const fromWire = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
