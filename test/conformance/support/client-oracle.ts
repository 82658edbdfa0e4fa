/**
 * Expected result of an authorization request by the contract (§5.2, §5.4, §5.6) and the design ("Clients: who may
 * hold what"), implemented a second time from their text alone: nothing here is read from the code.
 */

/** Contract §5.6: names that have `:read`, names that have `:write`. */
const splitNames = (text: string) => text.split(" ");
const readable = [
  splitNames("courses students members analytics curriculum orders school appearance events membership_plans coupons"),
  splitNames("posts subscriptions digital_products comments lecturers forms pages"),
].flat();
const writable = [
  splitNames("courses students members curriculum school appearance events membership_plans coupons posts"),
  splitNames("subscriptions digital_products lecturers storage pages"),
].flat();

export const identity = ["openid", "profile", "email"];
export const account = ["account:read", "account:write"];
const reads = readable.map((name) => `${name}:read`);
export const operator = [...reads, ...writable.map((name) => `${name}:write`)];
export const everything = [...identity, ...operator, ...account];

export type Role = "owner" | "manager" | "lecturer" | "teaching_assistant" | "student";

/** "lecturer: courses, curriculum, students, analytics:read, comments:read, posts, lecturers:read, storage:write" */
const ofLecturers = [
  splitNames("courses:read courses:write curriculum:read curriculum:write students:read students:write"),
  splitNames("analytics:read comments:read posts:read posts:write lecturers:read storage:write"),
].flat();

const operatorScopesOf: Record<Role, string[]> = {
  owner: operator,
  manager: operator,
  lecturer: ofLecturers,
  // "the `:read` of those"
  teaching_assistant: ofLecturers.filter((scope) => scope.endsWith(":read")),
  student: [],
};

const mayGive = (roles: readonly Role[], scope: string) =>
  !operator.includes(scope) || roles.some((role) => operatorScopesOf[role].includes(scope));

type RedirectKind = "loopback" | "https";

export interface Kind {
  redirects: readonly RedirectKind[];
  /** Maximum scopes of a token of such a client. */
  may: readonly string[];
  /** Its client_id is a document address: the document's host is checked as well. */
  document?: true;
  /** Deleted, blocked or disabled by an operator. */
  gone?: true;
}

const both = ["loopback", "https"] as const;
const loopback = ["loopback"] as const;
const https = ["https"] as const;

/** Scopes selected by the operator of the tests. */
export const picked = {
  integration: ["openid", "profile", "email", "courses:read", "courses:write", "orders:read"],
  limited: ["openid", "email", "courses:read", "students:read"],
  operator: ["openid", "email", "courses:read", "courses:write", "pages:write"],
  member: ["openid", "profile", "account:read"],
};

export const kinds = {
  "registered, public": { redirects: loopback, may: [...identity, ...operator] },
  "registered, confidential": { redirects: loopback, may: [...identity, ...operator] },
  integration: { redirects: https, may: picked.integration },
  "integration, disabled": { redirects: https, may: [], gone: true },
  "document, unreviewed": { redirects: both, may: [...identity, ...reads], document: true },
  "document, approved": { redirects: both, may: [...identity, ...operator], document: true },
  "document, limited": { redirects: both, may: picked.limited, document: true },
  "document, member": { redirects: both, may: [...identity, ...account], document: true },
  "document, member, some": { redirects: both, may: picked.member, document: true },
  "document, blocked": { redirects: both, may: [], document: true, gone: true },
  "made by an operator, operator": { redirects: both, may: [...identity, ...operator] },
  "made by an operator, operator, some": { redirects: both, may: picked.operator },
  "made by an operator, member": { redirects: both, may: [...identity, ...account] },
  "made by an operator, member, some": { redirects: both, may: picked.member },
  "made by an operator, deleted": { redirects: both, may: [], gone: true },
} as const satisfies Record<string, Kind>;

/** Requested scope sets; undefined sends no `scope`. */
export const scopeSets: Record<string, string[] | undefined> = {
  none: undefined,
  identity,
  "one read": ["courses:read"],
  "one write": ["courses:write"],
  "reads and writes": ["openid", "courses:read", "students:write", "pages:write", "members:read"],
  "account:read": ["account:read"],
  "account:*": ["openid", "account:read", "account:write"],
  "account and operator": ["account:read", "courses:read"],
  "unknown only": ["offline_access", "phone"],
  "unknown and known": ["offline_access", "email:read", "openid", "students:read"],
  "all of operators": [...identity, ...operator],
  everything,
};

export interface Settings {
  signing: "off" | "published" | "on";
  documents: "closed" | "host listed" | "open";
}

export interface Request {
  kind: Kind;
  redirect: RedirectKind;
  scopes: readonly string[] | undefined;
  roles: readonly Role[];
}

export type Outcome =
  /** An error page without a redirect. */
  | { at: "page"; error: string }
  /** An error redirected to the client. */
  | { at: "client"; error: string }
  /** The consent page, and the properties of the resulting tokens. */
  | {
      at: "consent";
      granted: string[];
      unavailable: string[];
      idToken: boolean;
      userinfo: 200 | 403;
      memberApi: 200 | 403;
    };

export function expected({ kind, redirect, scopes, roles }: Request, settings: Settings): Outcome {
  // "the document host must be on an allowlist, or open registration must be enabled; any other host is rejected"
  const rejected = kind.document && settings.documents === "closed";
  if (kind.gone || rejected) return { at: "page", error: "invalid_client" };
  // "Client or redirect URI invalid → an error page, never a redirect."
  if (!kind.redirects.includes(redirect)) return { at: "page", error: "invalid_request" };

  // "No `scope` at all means `openid profile email`": of those, the ones the client may have.
  const requested = scopes ?? identity.filter((scope) => kind.may.includes(scope));
  // "unknown ones are ignored and absent from the answer"
  const known = requested.filter((scope) => everything.includes(scope));
  // "A known one that is not allowed for the client is `invalid_scope`, redirected."
  if (!known.every((scope) => kind.may.includes(scope))) return { at: "client", error: "invalid_scope" };
  const granted = known.filter((scope) => mayGive(roles, scope));
  // "when nothing at all is left the redirect carries `invalid_scope`"
  if (granted.length === 0) return { at: "client", error: "invalid_scope" };
  return {
    at: "consent",
    granted: granted.toSorted(),
    // "what the person's role cannot give is shown as not available"
    unavailable: known.filter((scope) => !granted.includes(scope)).toSorted(),
    // Contract §5.4: "when scope `openid` is granted and the discovery document lists both"
    idToken: granted.includes("openid") && settings.signing === "on",
    // "needs `openid`"; contract §7: "valid token lacking a required scope: HTTP 403"
    userinfo: granted.includes("openid") ? 200 : 403,
    memberApi: granted.includes("account:read") ? 200 : 403,
  };
}

/** The discovery document of such a site. */
export const discovered = ({ signing, documents }: Settings) => ({
  algorithms: signing === "on" ? ["ES256"] : undefined,
  keySet: signing !== "off",
  // "The discovery flag is `true` only where the allowlist is not empty or open registration is on"
  documents: documents !== "closed",
});
