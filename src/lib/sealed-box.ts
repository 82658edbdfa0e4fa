import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const nonceLength = 12;
const tagLength = 16;

/** AES-256-GCM: nonce, ciphertext, tag. `context` is bound to it: what was sealed for one place opens in no other. */
export function seal(key: Buffer, plain: Buffer, context: string): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Throws where the key is another one, or the box was changed or moved. */
export function open(key: Buffer, box: Buffer, context: string): Buffer {
  const decipher = createDecipheriv("aes-256-gcm", key, box.subarray(0, nonceLength))
    .setAAD(Buffer.from(context))
    .setAuthTag(box.subarray(-tagLength));
  return Buffer.concat([decipher.update(box.subarray(nonceLength, -tagLength)), decipher.final()]);
}
