import { createCipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";

/** Keys of a subscription, from the browser. */
export interface BrowserKeys {
  /** Public key of the browser, an uncompressed point of P-256. */
  p256dh: Buffer;
  auth: Buffer;
}

const recordSize = 4096;
/** Bytes of a message in one record: without the delimiter, the tag, and the header. */
const maxMessageBytes = recordSize - 17 - 86;

/** Encrypts a message for a browser (RFC 8291), as one record of aes128gcm (RFC 8188). Throws for an invalid key. */
export function encryptMessage({ p256dh, auth }: BrowserKeys, message: Buffer): Buffer {
  if (message.length > maxMessageBytes) throw new RangeError(`A message has at most ${maxMessageBytes} bytes.`);
  const sender = createECDH("prime256v1");
  const publicKey = sender.generateKeys();
  const shared = sender.computeSecret(p256dh);
  const input = derive(shared, auth, Buffer.concat([Buffer.from("WebPush: info\0"), p256dh, publicKey]), 32);
  const salt = randomBytes(16);
  const key = derive(input, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derive(input, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  // 2: the last record (RFC 8188 §2).
  const encrypted = [cipher.update(message), cipher.update(Buffer.from([2])), cipher.final(), cipher.getAuthTag()];
  const size = Buffer.alloc(4);
  size.writeUInt32BE(recordSize);
  return Buffer.concat([salt, size, Buffer.from([publicKey.length]), publicKey, ...encrypted]);
}

const derive = (input: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync("sha256", input, salt, info, length));

/** Returns whether a message can be encrypted for these keys. */
export function areBrowserKeys(keys: BrowserKeys): boolean {
  if (keys.p256dh.length !== 65 || keys.p256dh[0] !== 4 || keys.auth.length !== 16) return false;
  try {
    encryptMessage(keys, Buffer.alloc(0));
    return true;
  } catch {
    return false;
  }
}
