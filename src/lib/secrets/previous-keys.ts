import { timingSafeEqual } from "node:crypto";

const predecessors = new WeakMap<Buffer, Buffer>();

/** Lets a key open and verify what its predecessor sealed or signed. Only the key itself seals and signs. */
export function succeedKey(key: Buffer, predecessor: Buffer): Buffer {
  predecessors.set(key, predecessor);
  return key;
}

export const predecessorOf = (key: Buffer): Buffer | undefined => predecessors.get(key);

/** Returns the key and its predecessor. */
export function acceptedKeys(key: Buffer): readonly Buffer[] {
  const predecessor = predecessors.get(key);
  return predecessor ? [key, predecessor] : [key];
}

/** Compares a MAC in constant time with that of the key and of its predecessor. All have the same length. */
export const isGenuine = (key: Buffer, input: Buffer, macOf: (accepted: Buffer) => Buffer): boolean =>
  acceptedKeys(key).some((accepted) => timingSafeEqual(input, macOf(accepted)));
