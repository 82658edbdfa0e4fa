import type { AuthenticationMethod } from "#access/authentication-methods.ts";

/** A stored passkey. */
export interface Passkey {
  id: string;
  memberId: string;
  credentialId: Buffer;
  publicKey: Buffer;
  /** Uses that the authenticator counted. Synced passkeys count none. */
  counter: number;
  transports: string[];
  /** True if the person's devices share it. */
  isSynced: boolean;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** RFC 8176 §2: a passkey that never leaves its device is a hardware key. User verification is the second factor. */
export const methodsOfPasskey = ({ isSynced }: Pick<Passkey, "isSynced">): AuthenticationMethod[] => [
  isSynced ? "swk" : "hwk",
  "user",
  "mfa",
];

/** The bytes that authenticators store for a member (WebAuthn Level 3 §5.4.3). They name no person. */
export const userHandleOf = (memberId: string): string =>
  Buffer.from(memberId.replaceAll("-", ""), "hex").toString("base64url");
