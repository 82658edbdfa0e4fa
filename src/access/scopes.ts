import { typedKeys } from "#lib/json/typed-object.ts";
/** Audience of a scope: any signed-in member, staff clients, or clients that act for one member. */
export type ScopeKind = "identity" | "operator" | "member";

/**
 * All scopes a token can carry (contract §5.6), in display order. `means` is the text of the consent page. Discovery,
 * registration, consent and every operation read this table.
 */
export const scopes = {
  openid: { kind: "identity", means: "Confirm who you are" },
  profile: { kind: "identity", means: "See your name, your picture and your roles at this school" },
  email: { kind: "identity", means: "See your email address" },
  "account:read": {
    kind: "member",
    means:
      "See your courses, progress, purchases and notifications, and which other schools on this server you belong to",
  },
  "account:write": { kind: "member", means: "Mark your notifications as read and change which ones you get" },
  "courses:read": { kind: "operator", means: "See all courses, drafts included" },
  "courses:write": { kind: "operator", means: "Create, change, publish and delete courses" },
  "curriculum:read": { kind: "operator", means: "See sections, lectures and quizzes" },
  "curriculum:write": { kind: "operator", means: "Create, change and delete sections, lectures and quizzes" },
  "students:read": { kind: "operator", means: "See students, their enrollments and their progress" },
  "students:write": { kind: "operator", means: "Enroll students and change their enrollments and progress" },
  "members:read": { kind: "operator", means: "See members with their email addresses and roles" },
  "members:write": { kind: "operator", means: "Invite members and change their roles and status" },
  "lecturers:read": { kind: "operator", means: "See lecturers" },
  "lecturers:write": { kind: "operator", means: "Create, change and delete lecturers" },
  "posts:read": { kind: "operator", means: "See all posts, drafts included" },
  "posts:write": { kind: "operator", means: "Write, publish and delete posts" },
  "pages:read": { kind: "operator", means: "See all pages of the site" },
  "pages:write": { kind: "operator", means: "Create, change and delete pages of the site" },
  "events:read": { kind: "operator", means: "See events and their registrations" },
  "events:write": { kind: "operator", means: "Create and change events, tickets and registrations" },
  "membership_plans:read": { kind: "operator", means: "See membership plans" },
  "membership_plans:write": { kind: "operator", means: "Create and change membership plans" },
  "subscriptions:read": { kind: "operator", means: "See subscriptions of members" },
  "subscriptions:write": { kind: "operator", means: "Grant, extend and cancel subscriptions" },
  "coupons:read": { kind: "operator", means: "See coupons" },
  "coupons:write": { kind: "operator", means: "Create and change coupons" },
  "digital_products:read": { kind: "operator", means: "See digital products and consulting services" },
  "digital_products:write": {
    kind: "operator",
    means: "Create, change and give away digital products and consulting services",
  },
  "orders:read": { kind: "operator", means: "See orders, payments and refunds" },
  "comments:read": { kind: "operator", means: "See comments" },
  "forms:read": { kind: "operator", means: "See forms and their submissions" },
  "storage:write": { kind: "operator", means: "Upload and delete files" },
  "analytics:read": { kind: "operator", means: "See statistics of the school" },
  "appearance:read": { kind: "operator", means: "See the appearance of the site" },
  "appearance:write": { kind: "operator", means: "Change the appearance of the site" },
  "school:read": { kind: "operator", means: "See the settings of the school" },
  "school:write": {
    kind: "operator",
    means: "Change the settings of the school, record orders and refunds, and import comments and form answers",
  },
} as const satisfies Record<string, { kind: ScopeKind; means: string }>;

export type Scope = keyof typeof scopes;

export const scopeNames = typedKeys(scopes);

export const isScope = (value: string): value is Scope => Object.hasOwn(scopes, value);

/** Default scopes of a request that names none, and the only ones a protected resource advertises (RFC 9728 §2). */
export const identityScopes: readonly Scope[] = scopeNames.filter((name) => scopes[name].kind === "identity");

/**
 * A name that a client can request and that no token carries: the identity and read scopes that the client may hold. A
 * challenge for clients of both audiences needs it, because no other scope beyond identity is open to both.
 */
export const defaultScope = "default";

/** Returns true for scopes that change nothing. */
export const isReading = (scope: Scope): boolean => scopes[scope].kind === "identity" || scope.endsWith(":read");

/** RFC 6749 §3.3: space-separated, in table order, regardless of the request's order. */
export function formatScopes(granted: Iterable<Scope>): string {
  const names = new Set(granted);
  return scopeNames.filter((name) => names.has(name)).join(" ");
}
