/**
 * Secrets by their form: tokens, codes, API keys, keys of directories, client secrets, mailed links, addresses for mail reports and calendars, links of
 * gifts, sessions and browser cookies of this server, webhook secrets and keys of Stripe. The underscore may be percent-encoded, also
 * several times, as in an address within an address.
 */
const secrets =
  /(l(?:at|rt|ac|ak|pk|cs|ml|mr|ss|br|cf|gf)|whsec|[rs]k(?:_|%(?:25){0,8}5f)(?:live|test))(?:_|%(?:25){0,8}5f)[\w+/=%-]{16,}/gi;

/** Characters of the shortest complete secret. */
const completeLength = 44;

/** JSON Web Tokens. In a line of JSON, a line break before one is a backslash and a letter. */
const webTokens = /(?:(?<![\w-])|(?<=\\[nrt]))eyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]*)?/g;

/** Replaces each secret in a text by the beginning that tells its kind. */
export const redactSecrets = (text: string): string =>
  text
    .replaceAll(secrets, (secret: string, kind: string, offset: number) =>
      // A beginning of a secret that was cut, unless it is a part of a word. In JSON, the letter of `\n` stands before it.
      secret.length < completeLength && /[a-z0-9]/i.test(text.charAt(offset - 1)) ? secret : `${kind}_[redacted]`,
    )
    .replaceAll(webTokens, "jwt_[redacted]");
