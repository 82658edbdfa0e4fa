/** Kinds of providers that the setup page knows. */
export const presets = ["google", "microsoft", "apple", "line", "other"] as const;
export type Preset = (typeof presets)[number];

/** Issuer of a preset, where it is the same for every school. */
export const issuers: Partial<Record<Preset, string>> = {
  google: "https://accounts.google.com",
  apple: "https://appleid.apple.com",
  line: "https://access.line.me",
};

/** Deviations of a provider from OpenID Connect, and from other providers. */
export interface Dialect {
  /** Scopes of a new provider. */
  scopes: readonly string[];
  /** Domains whose addresses the provider gives out itself, so that it speaks for them. */
  mailDomains: readonly string[];
  /** Client secrets are tokens that the school signs with its own key. */
  hasSigningKey: boolean;
  /** Responses are posted by the browser, and name the person beside the ID token (`form_post`). */
  postsResponses: boolean;
  /** ID tokens can be signed with the client secret (HS256). */
  sharesKey: boolean;
  /** Supports Back-Channel or Front-Channel Logout. */
  hasLogout: boolean;
}

const standard: Dialect = {
  scopes: ["openid", "email", "profile"],
  mailDomains: [],
  hasSigningKey: false,
  postsResponses: false,
  sharesKey: false,
  hasLogout: true,
};

export const dialects: Readonly<Record<Preset, Dialect>> = {
  google: standard,
  microsoft: standard,
  apple: {
    ...standard,
    // Apple posts its response as soon as a name or an address is requested.
    scopes: ["openid", "name", "email"],
    mailDomains: ["privaterelay.appleid.com", "icloud.com", "me.com", "mac.com"],
    hasSigningKey: true,
    postsResponses: true,
    hasLogout: false,
  },
  // LINE refuses the scope email until it has approved it for the channel.
  line: { ...standard, scopes: ["openid", "profile"], sharesKey: true, hasLogout: false },
  other: standard,
};
