import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { predecessorOf } from "./previous-keys.ts";

const nonceLength = 12;
const tagLength = 16;

/**
 * Encrypts with AES-256-GCM: nonce, ciphertext, tag. The authenticated `context` prevents use of a box in another
 * place.
 */
export function seal(key: Buffer, plain: Buffer, context: string): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts, also with the predecessor of the key. Throws if no key or the context fits, or if the box was modified. */
export function open(key: Buffer, box: Buffer, context: string): Buffer {
  const predecessor = predecessorOf(key);
  if (!predecessor) return openWith(key, box, context);
  try {
    return openWith(key, box, context);
  } catch {
    return openWith(predecessor, box, context);
  }
}

/** Returns the content of a box sealed again by the key; undefined if the key itself sealed it. Throws like `open`. */
export function reseal(key: Buffer, box: Buffer, context: string): Buffer | undefined {
  try {
    openWith(key, box, context);
    return undefined;
  } catch {
    return seal(key, open(key, box, context), context);
  }
}

function openWith(key: Buffer, box: Buffer, context: string): Buffer {
  // A shorter tag is easier to guess.
  const options = { authTagLength: tagLength };
  const decipher = createDecipheriv("aes-256-gcm", key, box.subarray(0, nonceLength), options)
    .setAAD(Buffer.from(context))
    .setAuthTag(box.subarray(-tagLength));
  return Buffer.concat([decipher.update(box.subarray(nonceLength, -tagLength)), decipher.final()]);
}
