import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

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

/** Decrypts. Throws if the key or context differs, or if the box was modified. */
export function open(key: Buffer, box: Buffer, context: string): Buffer {
  // Without a length, Node.js accepts tags of four bytes, which can be guessed.
  const decipher = createDecipheriv("aes-256-gcm", key, box.subarray(0, nonceLength), { authTagLength: tagLength })
    .setAAD(Buffer.from(context))
    .setAuthTag(box.subarray(-tagLength));
  return Buffer.concat([decipher.update(box.subarray(nonceLength, -tagLength)), decipher.final()]);
}
