import type { Context } from "#domain/platform/context.ts";
import { type Ceremony, isOwnChallenge } from "./challenge.ts";
import type { Passkey } from "./passkey.ts";
import { type Assertion, challengeIn, type Registration } from "./passkey-responses.ts";
import { relyingPartyOf } from "./relying-party.ts";

/** ES256, EdDSA and RS256 (RFC 9053): what authenticators have. */
export const algorithms = [-7, -8, -257];

/** Loaded on first use: most sign-ins need none of it. */
const library = () => import("@simplewebauthn/server");

/** Requirements of both ceremonies. The origin is the stored one of the site, not that of the request. */
const expectationsOf = (context: Context, ceremony: Ceremony) => ({
  expectedChallenge: (challenge: string) => isOwnChallenge(context, ceremony, challenge),
  expectedOrigin: context.site.origin,
  expectedRPID: relyingPartyOf(context.site),
  requireUserVerification: true,
});

/** A proven use of a passkey, with the challenge that the caller spends. */
interface Use {
  challenge: string;
  counter: number;
}

/**
 * Verifies the signature of a passkey (WebAuthn Level 3 §7.2). Returns undefined unless everything fits: origin, relying
 * party, challenge, ceremony, user verification and signature. The caller spends challenge and counter.
 */
export async function verifyAssertion(
  context: Context,
  ceremony: Ceremony,
  passkey: Passkey,
  assertion: Assertion,
): Promise<Use | undefined> {
  const challenge = challengeIn(assertion.response.clientDataJSON);
  if (challenge === undefined) return undefined;
  const { userHandle, ...response } = assertion.response;
  const { verifyAuthenticationResponse } = await library();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expectationsOf(context, ceremony),
      response: {
        ...assertion,
        response: { ...response, ...(userHandle && { userHandle }) },
        clientExtensionResults: {},
      },
      credential: {
        id: passkey.credentialId.toString("base64url"),
        publicKey: Uint8Array.from(passkey.publicKey),
        // `countUse` compares the counter: a copy differs from other refusals, and two requests are compared in order.
        counter: 0,
      },
    });
    return verified ? { challenge, counter: authenticationInfo.newCounter } : undefined;
  } catch {
    // The library throws for what does not fit. The reason would only help to forge a response.
    return undefined;
  }
}

/** A credential that an authenticator created. */
interface Created {
  challenge: string;
  credentialId: Buffer;
  publicKey: Buffer;
  counter: number;
  isSynced: boolean;
}

/** Verifies a new credential (WebAuthn Level 3 §7.1). Returns undefined unless everything fits. */
export async function verifyRegistration(
  context: Context,
  ceremony: Ceremony,
  registration: Registration,
): Promise<Created | undefined> {
  const challenge = challengeIn(registration.response.clientDataJSON);
  if (challenge === undefined) return undefined;
  const { verifyRegistrationResponse } = await library();
  try {
    if (!(await isWithoutCertificates(registration.response.attestationObject))) return undefined;
    const { transports: _transports, ...response } = registration.response;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      ...expectationsOf(context, ceremony),
      response: { ...registration, response, clientExtensionResults: {} },
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified) return undefined;
    const { credential, credentialDeviceType } = registrationInfo;
    return {
      challenge,
      credentialId: Buffer.from(credential.id, "base64url"),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      isSynced: credentialDeviceType === "multiDevice",
    };
  } catch {
    return undefined;
  }
}

/**
 * Attestation is not requested. A statement with certificates is refused: to check them, the library would fetch
 * addresses that the certificates name.
 */
async function isWithoutCertificates(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import("@simplewebauthn/server/helpers");
  const decoded = decodeAttestationObject(Uint8Array.from(Buffer.from(attestationObject, "base64url")));
  const format = decoded.get("fmt");
  return format === "none" || (format === "packed" && decoded.get("attStmt").get("x5c") === undefined);
}
