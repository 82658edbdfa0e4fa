import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type { Page } from "./browser-session.ts";

const sha256 = (bytes: Buffer | string) => createHash("sha256").update(bytes).digest();
const base64url = (bytes: Buffer | string) => Buffer.from(bytes).toString("base64url");

const flags = { present: 0x01, verified: 0x04, eligible: 0x08, backedUp: 0x10, attested: 0x40 };

/** Parts of a response that an attacker changes. */
export interface Forged {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  crossOrigin?: boolean;
  topOrigin?: string;
  isPresent?: boolean;
  isVerified?: boolean;
  counter?: number;
  /** Signs with another key. */
  key?: KeyObject;
  /** Changes the signed bytes after the signature. */
  tamper?: boolean;
  userHandle?: string;
  /** The credential that the response claims to be of. */
  credentialId?: Buffer;
  attestation?: { format: string; statement: Buffer };
}

/** The options that a page gives to its script. */
export interface PageOptions {
  challenge: string;
  rpId?: string;
  rp?: { id: string };
  user?: { id: string };
}

export const passkeyOptionsIn = ({ body }: Page): PageOptions =>
  JSON.parse(
    /data-options="([^"]*)"/.exec(body)![1]!.replaceAll("&quot;", '"').replaceAll("&amp;", "&"),
  ) as PageOptions;

/** An authenticator that does what it is told, also what no honest one does. */
export class SoftwareAuthenticator {
  readonly origin: string;
  readonly credentialId = randomBytes(32);
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  counter = 0;
  userHandle = "";

  constructor(origin: string) {
    this.origin = origin;
  }

  /** `RegistrationResponseJSON` for the options of a page. */
  register(options: PageOptions, forged: Forged = {}): string {
    this.userHandle = options.user!.id;
    const clientData = this.#clientData("webauthn.create", options, forged);
    const { x, y } = this.#keys.publicKey.export({ format: "jwk" });
    const cose = Buffer.concat([
      Buffer.from("a5010203262001215820", "hex"),
      point(x),
      Buffer.from("225820", "hex"),
      point(y),
    ]);
    const credential = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([0, this.credentialId.length]),
      this.credentialId,
      cose,
    ]);
    const data = Buffer.concat([this.#authData(options.rp!.id, forged, flags.attested), credential]);
    const { format, statement } = forged.attestation ?? { format: "none", statement: Buffer.from("a0", "hex") };
    const object = Buffer.concat([
      Buffer.from("a3", "hex"),
      text("fmt"),
      text(format),
      text("attStmt"),
      statement,
      text("authData"),
      Buffer.from([0x58, data.length]),
      data,
    ]);
    return JSON.stringify({
      ...this.#identified(forged),
      response: {
        clientDataJSON: base64url(clientData),
        attestationObject: base64url(object),
        transports: ["internal"],
      },
    });
  }

  /** `AuthenticationResponseJSON` for the options of a page. */
  use(options: PageOptions, forged: Forged = {}): string {
    const clientData = this.#clientData("webauthn.get", options, forged);
    const data = this.#authData(options.rpId!, forged, 0);
    const signed = Buffer.concat([data, sha256(clientData)]);
    const signature = sign("sha256", signed, forged.key ?? this.#keys.privateKey);
    if (forged.tamper) data[32] = data[32]! | flags.backedUp;
    return JSON.stringify({
      ...this.#identified(forged),
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        userHandle: forged.userHandle ?? this.userHandle,
      },
    });
  }

  #identified({ credentialId = this.credentialId }: Forged) {
    return { id: base64url(credentialId), rawId: base64url(credentialId), type: "public-key" };
  }

  #clientData(type: string, { challenge }: PageOptions, forged: Forged): Buffer {
    const { topOrigin } = forged;
    return Buffer.from(
      JSON.stringify({
        type: forged.type ?? type,
        challenge: forged.challenge ?? challenge,
        origin: forged.origin ?? this.origin,
        crossOrigin: forged.crossOrigin ?? false,
        ...(topOrigin !== undefined && { topOrigin }),
      }),
    );
  }

  #authData(rpId: string, { isPresent = true, isVerified = true, ...forged }: Forged, more: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(forged.counter ?? ++this.counter);
    const set = (isPresent ? flags.present : 0) | (isVerified ? flags.verified : 0) | more;
    return Buffer.concat([sha256(forged.rpId ?? rpId), Buffer.from([set]), counter]);
  }
}

/** A coordinate of a public key. */
const point = (value: string | undefined) => Buffer.from(value!, "base64url");

/** A short text in CBOR. */
const text = (value: string): Buffer => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
