import { bytesOf, textOf } from "./bytes.ts";
import type { CreationOptions, UseOptions } from "./options.ts";

const timeout = 5 * 60_000;

const isTransport = (text: string): text is AuthenticatorTransport =>
  ["ble", "hybrid", "internal", "nfc", "usb"].includes(text);

const described = (known: UseOptions["allowCredentials"]): PublicKeyCredentialDescriptor[] =>
  known.map(({ id, transports }) => ({
    type: "public-key",
    id: bytesOf(id),
    transports: transports.filter(isTransport),
  }));

/** Asks for a passkey. `quiet`: the browser offers passkeys in the suggestions of a field. Returns the response as JSON. */
export async function use(
  { challenge, rpId, allowCredentials }: UseOptions,
  { quiet = false, signal }: { quiet?: boolean; signal: AbortSignal },
): Promise<string | undefined> {
  const credential = await navigator.credentials.get({
    signal,
    ...(quiet && { mediation: "conditional" }),
    publicKey: {
      challenge: bytesOf(challenge),
      rpId,
      allowCredentials: described(allowCredentials),
      userVerification: "required",
      timeout,
    },
  });
  if (!(credential instanceof PublicKeyCredential)) return undefined;
  const { response } = credential;
  if (!(response instanceof AuthenticatorAssertionResponse)) return undefined;
  return JSON.stringify({
    ...identified(credential),
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      authenticatorData: textOf(response.authenticatorData),
      signature: textOf(response.signature),
      userHandle: response.userHandle ? textOf(response.userHandle) : null,
    },
  });
}

/** Creates a passkey. Returns the response as JSON. */
export async function create(
  options: CreationOptions,
  { signal }: { signal: AbortSignal },
): Promise<string | undefined> {
  const credential = await navigator.credentials.create({
    signal,
    publicKey: {
      challenge: bytesOf(options.challenge),
      rp: options.rp,
      user: { ...options.user, id: bytesOf(options.user.id) },
      pubKeyCredParams: options.algorithms.map((alg) => ({ type: "public-key", alg })),
      excludeCredentials: described(options.excludeCredentials),
      authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
      attestation: "none",
      timeout,
    },
  });
  if (!(credential instanceof PublicKeyCredential)) return undefined;
  const { response } = credential;
  if (!(response instanceof AuthenticatorAttestationResponse)) return undefined;
  return JSON.stringify({
    ...identified(credential),
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      attestationObject: textOf(response.attestationObject),
      transports: response.getTransports(),
    },
  });
}

const identified = ({ id, rawId, type }: PublicKeyCredential) => ({ id, rawId: textOf(rawId), type });
