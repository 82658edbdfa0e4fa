/** A credential that the person has, as the server writes it. */
interface KnownCredential {
  id: string;
  transports: string[];
}

/** Options to use a passkey (WebAuthn Level 3 §5.5). */
export interface UseOptions {
  challenge: string;
  rpId: string;
  /** Empty: any passkey of the site. */
  allowCredentials: KnownCredential[];
}

/** Options to create a passkey (WebAuthn Level 3 §5.4). */
export interface CreationOptions {
  challenge: string;
  rp: { id: string; name: string };
  user: { id: string; name: string; displayName: string };
  algorithms: number[];
  excludeCredentials: KnownCredential[];
}
