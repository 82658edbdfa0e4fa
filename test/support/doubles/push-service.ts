import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import assert from "node:assert/strict";
import type { IncomingHttpHeaders } from "node:http";
import type { PushSystem } from "#domain/messages/push/push-system.ts";
import { buildProcess, postbox, siteAt, aSite, type ASite } from "../world.ts";
import { anApplication, internet } from "./document-web.ts";

export const system: PushSystem = { key: randomBytes(32), rules: { ...internet, timeoutMs: 60_000 } };

const process = buildProcess({ mail: postbox, push: system });

/** A site whose process reaches push services of the tests. */
export const aSiteWithDevices = async (): Promise<ASite> => siteAt((await aSite()).site, process);

interface Pushed {
  headers: IncomingHttpHeaders;
  message: { title: string; body: string; lang: string; tag: string };
}

const derive = (input: Buffer, by: Buffer, info: Buffer, length: number) =>
  Buffer.from(hkdfSync("sha256", input, by, info, length));

/** A push service at its own host, with a browser that reads its messages as RFC 8291 says. */
export function aDeviceOfBrowser() {
  const browser = createECDH("prime256v1");
  const p256dh = browser.generateKeys();
  const auth = randomBytes(16);
  const application = anApplication({}, "/push/device");
  const received: Pushed[] = [];
  const device = {
    subscription: { endpoint: application.url, p256dh: p256dh.toString("base64url"), auth: auth.toString("base64url") },
    application,
    received,
    status: 201,
  };
  application.respond = (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = decrypt(Buffer.concat(chunks)).toString();
      received.push({ headers: request.headers, message: JSON.parse(text) as Pushed["message"] });
      response.writeHead(device.status).end();
    });
  };
  return device;

  /** RFC 8188 §2.1 and RFC 8291 §3. */
  function decrypt(body: Buffer): Buffer {
    const salt = body.subarray(0, 16);
    assert.ok(body.length <= body.readUInt32BE(16) + 86);
    const sender = body.subarray(21, 21 + body[20]!);
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), p256dh, sender]);
    const input = derive(browser.computeSecret(sender), auth, info, 32);
    const key = derive(input, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
    const nonce = derive(input, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
    const record = body.subarray(21 + sender.length);
    const decipher = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(record.subarray(-16));
    const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
    assert.equal(plain.at(-1), 2);
    return plain.subarray(0, -1);
  }
}

/** Reads the claims of a sender, and checks its signature (RFC 8292 §2). */
export function claimsOf({ authorization = "" }: IncomingHttpHeaders): {
  aud: string;
  exp: number;
  sub: string;
  key: string;
} {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization)!;
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const publicKey = createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x: x!, y: y! } });
  const signed = Buffer.from(`${head}.${claims}`);
  const isValid = verify(
    "sha256",
    signed,
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  assert.ok(isValid);
  return {
    ...(JSON.parse(Buffer.from(claims, "base64url").toString()) as { aud: string; exp: number; sub: string }),
    key,
  };
}
