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
  /** Parameters of every request, so that the provider says when the person signed in. */
  timed: Readonly<Record<string, string>>;
  /** Parameters in place of these, if the person has to sign in again there. */
  again: Readonly<Record<string, string>>;
  /** Says when the person signed in, as OpenID Connect requires if `max_age` is requested. */
  saysWhen: boolean;
}

/** Longest age of a sign-in at a provider, in seconds. Older sessions there begin again. */
export const maxAgeOfSignIn = 30 * 86_400;

const standard: Dialect = {
  scopes: ["openid", "email", "profile"],
  mailDomains: [],
  hasSigningKey: false,
  postsResponses: false,
  sharesKey: false,
  hasLogout: true,
  timed: { max_age: String(maxAgeOfSignIn) },
  again: { prompt: "login", max_age: "0" },
  saysWhen: true,
};

export const dialects: Readonly<Record<Preset, Dialect>> = {
  // Google knows no repeated sign-in. It sends `auth_time` to verified applications whose owner has switched it on.
  google: { ...standard, timed: {}, again: { prompt: "select_account" }, saysWhen: false },
  microsoft: standard,
  apple: {
    ...standard,
    // Apple posts its response as soon as a name or an address is requested.
    scopes: ["openid", "name", "email"],
    mailDomains: ["privaterelay.appleid.com", "icloud.com", "me.com", "mac.com"],
    hasSigningKey: true,
    postsResponses: true,
    hasLogout: false,
    // Apple documents neither parameters nor the claim, which it sends.
    timed: {},
    again: {},
    saysWhen: false,
  },
  // LINE refuses the scope email until it has approved it for the channel.
  line: {
    ...standard,
    scopes: ["openid", "profile"],
    sharesKey: true,
    hasLogout: false,
    // LINE documents `max_age`, with `auth_time` in the response, but no prompt that asks for a sign-in.
    again: { max_age: "0" },
  },
  other: standard,
};
