import * as z from "zod";

/** Real responses are a tenth of it. */
const maxCharacters = 20_000;

const Base64url = z.string().regex(/^[\w-]*$/);

const Credential = z.object({ id: Base64url.min(1).max(1400), rawId: Base64url, type: z.literal("public-key") });

/** `RegistrationResponseJSON` (WebAuthn Level 3 §5.1). Extensions are not requested, and not read. */
const Registration = Credential.extend({
  response: z.object({
    clientDataJSON: Base64url,
    attestationObject: Base64url,
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .default([]),
  }),
});
export type Registration = z.output<typeof Registration>;

/** `AuthenticationResponseJSON` (WebAuthn Level 3 §5.1). */
const Assertion = Credential.extend({
  response: z.object({
    clientDataJSON: Base64url,
    authenticatorData: Base64url,
    signature: Base64url,
    userHandle: Base64url.nullish(),
  }),
});
export type Assertion = z.output<typeof Assertion>;

/** Reads what the script of a page has put into its form. Undefined for anything else. */
export const readRegistration = (text: string): Registration | undefined => read(Registration, text);
export const readAssertion = (text: string): Assertion | undefined => read(Assertion, text);

function read<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> | undefined {
  if (text.length > maxCharacters) return undefined;
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Fields of the data that the browser signs (WebAuthn Level 3 §5.8.1). */
const ClientData = z.object({
  challenge: Base64url.max(200),
  crossOrigin: z.boolean().optional(),
  topOrigin: z.string().optional(),
});

/** Returns the challenge of a response. Undefined if a page of another origin embedded the one that asked for it. */
export function challengeIn(clientDataJSON: string): string | undefined {
  const data = read(ClientData, Buffer.from(clientDataJSON, "base64url").toString());
  return data && !data.crossOrigin && data.topOrigin === undefined ? data.challenge : undefined;
}
