import type { ProblemCode } from "#domain/platform/problem.ts";
import { recordOf, typedKeys } from "#lib/json/typed-object.ts";
import type { OAuthErrorCode } from "#oauth/error.ts";
import oauth from "./oauth.json" with { type: "json" };
import operator from "./operator.json" with { type: "json" };
import registration from "./registration.json" with { type: "json" };
import resource from "./resource.json" with { type: "json" };

/** The text of an error, in English, with code in `backticks`. */
interface ErrorText {
  title: string;
  /** The endpoint and status. */
  answered: string;
  meaning: string;
  /** Each item is one thing to check or change. */
  fix: readonly string[];
  /** Sections such as `RFC 6749 §5.2`. */
  specification: readonly string[];
}

interface Specification {
  label: string;
  href: string;
}

type ErrorGroup = "oauth" | "registration" | "resource" | "operator";

type ErrorEntry = Omit<ErrorText, "specification"> & { group: ErrorGroup; specification: readonly Specification[] };

export type ErrorReference = ErrorEntry & { code: string };

/** Addresses of sections that are not in RFCs. */
const addresses: Readonly<Record<string, string>> = {
  "OpenID Connect Core §3.1.2.6": "https://openid.net/specs/openid-connect-core-1_0.html#AuthError",
  "OpenID Connect Core §6": "https://openid.net/specs/openid-connect-core-1_0.html#JWTRequests",
  "Client ID Metadata Document": "https://datatracker.ietf.org/doc/draft-ietf-oauth-client-id-metadata-document/",
};

function specificationOf(label: string): Specification {
  const [, number, section] = /^RFC (\d+) §([\d.]+)$/.exec(label) ?? [];
  const href = number ? `https://www.rfc-editor.org/rfc/rfc${number}#section-${section}` : addresses[label];
  if (href === undefined) throw new Error(`The error reference names an unknown specification: ${label}`);
  return { label, href };
}

const inGroup = <Code extends string>(group: ErrorGroup, texts: Record<Code, ErrorText>): Record<Code, ErrorEntry> =>
  recordOf(typedKeys(texts), (code) => ({
    ...texts[code],
    group,
    specification: texts[code].specification.map(specificationOf),
  }));

/** In display order. A code without an entry fails type checking. */
const entries = {
  ...inGroup("oauth", oauth),
  ...inGroup("registration", registration),
  ...inGroup("resource", resource),
  ...inGroup("operator", operator),
} satisfies Record<OAuthErrorCode | ProblemCode, ErrorEntry>;

/** All errors that have a page at `/docs/errors/{code}`. */
export const errorReferences: readonly ErrorReference[] = Object.entries<ErrorEntry>(entries).map(([code, entry]) =>
  Object.assign({ code }, entry),
);

const byCode = new Map(errorReferences.map((reference) => [reference.code, reference]));

export const findErrorReference = (code: string): ErrorReference | undefined => byCode.get(code);
