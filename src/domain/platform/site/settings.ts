import { joinAlternatives } from "#lib/text/formats.ts";
import * as z from "zod";
import { typedKeys } from "#lib/json/typed-object.ts";
import { isPolicySource } from "#lib/look/policy-source.ts";
import { type RoleSettings, roleSettings } from "./role-settings.ts";

const whole = (expected: string, min: number, max: number) =>
  z.number(expected).int(expected).min(min, expected).max(max, expected);
const seconds = (defaultValue: number, max: number) =>
  whole(`Expected 1 to ${max} seconds.`, 1, max).default(defaultValue);
const oneOf = <const Value extends string>(...values: readonly Value[]) =>
  z.enum(values, { error: () => `Expected ${joinAlternatives(values)}.` });
const hostSyntax = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?(:[1-9][0-9]{0,4})?$/;
const host = z
  .string()
  .refine(
    (text) => hostSyntax.test(text) && URL.canParse(`https://${text}`),
    "Expected a host in lower case, like apps.example, without https://.",
  );
/** As written by browsers in `Origin` (RFC 6454 §6.2), for exact comparison. */
const origin = z
  .string()
  .max(300, "Expected at most 300 characters.")
  .refine(
    (text) => /^https?:\/\/[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text,
    "Expected a normalized origin, like https://app.example, without a path.",
  );
/** Without the characters that separate directives of a content security policy, and without IPv6 addresses. */
const mediaOrigin = origin.refine(
  (text) => isPolicySource(text),
  "Expected a normalized origin with HTTPS, like https://cdn.example, without a path.",
);
/** Only host names after the @, so that the address needs no encoding in a header. */
const mailAddress = z
  .string()
  .trim()
  .max(254, "Expected at most 254 characters.")
  .refine(
    (text) => text === "" || /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/i.test(text),
    "Expected an email address, or an empty value.",
  );
const [minute, hour, day] = [60, 3600, 86_400];

export const enrollmentPolicies = ["open", "approval", "invitation", "closed"] as const;
export type EnrollmentPolicy = (typeof enrollmentPolicies)[number];

export const signInByEmailChoices = ["off", "offered", "first"] as const;
export type SignInByEmail = (typeof signInByEmailChoices)[number];

export const stepUpChoices = ["off", "one-factor", "two-factors", "phishing-resistant"] as const;
export type StepUp = (typeof stepUpChoices)[number];

/** Settings of a site, set by its operators. Lifetimes are in seconds. */
export const SiteSettings = z.object({
  accessTokenLifetime: seconds(2 * hour, day),
  refreshTokenLifetime: seconds(60 * day, 366 * day),
  authorizationCodeLifetime: seconds(60, 10 * minute),
  authorizationRequestLifetime: seconds(15 * minute, day),
  /** The minimum leaves enough time to change the setting again. */
  sessionLifetime: whole("Expected 600 seconds (10 minutes) to 366 days.", 10 * minute, 366 * day).default(30 * day),
  /**
   * Seconds for which a rotated refresh token still works for its own client. Covers parallel refreshes and lost
   * responses. With 0, every second use ends the token family.
   */
  refreshTokenGrace: whole("Expected 0 (off) to 60 seconds.", 0, 60).default(10),
  /** Client registrations per network address. Rejected attempts have a separate limit of the same size. */
  registrationsPerHour: whole("Expected 1 to 100000 registrations per hour.", 1, 100_000).default(300),
  /** off: no id_token, omitted from discovery; published: the key set is served, without signing yet; on: both. */
  signing: oneOf("off", "published", "on").default("on"),
  /** Per client and member, at the operator API. */
  apiRequestsPerMinute: whole("Expected 1 to 100000 requests per minute.", 1, 100_000).default(600),
  apiBulkRequestsPerMinute: whole("Expected 1 to 10000 requests per minute.", 1, 10_000).default(60),
  /** Total of all clients. */
  apiSiteRequestsPerMinute: whole("Expected 1 to 1000000 requests per minute.", 1, 1_000_000).default(12_000),
  /** Per key of a directory. The first synchronization of 10,000 members fits into a minute. */
  provisioningRequestsPerMinute: whole("Expected 1 to 100000 requests per minute.", 1, 100_000).default(12_000),
  /** Per agent with a token, and per address without one (hosted agents share a few addresses). */
  mcpRequestsPerMinute: whole("Expected 1 to 100000 requests per minute.", 1, 100_000).default(1200),
  mcpAnonymousRequestsPerMinute: whole("Expected 1 to 100000 requests per minute.", 1, 100_000).default(600),
  /** Shows members under pseudonyms to agents of operators. */
  mcpPseudonyms: z.boolean("Expected true or false.").default(false),
  /** Origins of browser clients of the MCP server, in addition to the site's own and loopback. */
  mcpAllowedOrigins: z.array(origin).max(50, "Expected at most 50 origins.").default([]),
  /** Other hosts of the segments of HLS streams. Pages with such a stream may load media from them. */
  mediaOrigins: z.array(mediaOrigin).max(10, "Expected at most 10 origins.").default([]),
  betaFeatures: z.array(oneOf("mcp_connections")).default([]),
  /** Allows client metadata documents at any host. */
  openClientMetadataDocuments: z.boolean("Expected true or false.").default(false),
  /** Hosts of allowed client metadata documents: `apps.example`, with the port if it is not 443; no subdomains. */
  clientMetadataHosts: z.array(host).max(200, "Expected at most 200 hosts.").default([]),
  /** Allows people to become members, as students, without an invitation. */
  openSignUp: z.boolean("Expected true or false.").default(false),
  /** Sign-in with a code or a link in an email: not at all, beside the password, or before it. */
  signInByEmail: oneOf(...signInByEmailChoices).default("off"),
  /** Authentication that sensitive operations require of the person behind an access token (RFC 9470). */
  apiStepUp: oneOf(...stepUpChoices).default("off"),
  /** Seconds since that authentication. The minimum leaves enough time to use a new token. 0: any time. */
  apiStepUpMaxAge: z
    .number("Expected 0 (any time), or 300 seconds to 366 days.")
    .int("Expected 0 (any time), or 300 seconds to 366 days.")
    .refine(
      (age) => age === 0 || (age >= 5 * minute && age <= 366 * day),
      "Expected 0 (any time), or 300 seconds to 366 days.",
    )
    .default(hour),
  ...roleSettings,
  /**
   * The way of members into free courses: immediately, after the school approved their request, or only if the school enrolls
   * them (`invitation`, `closed`: the pages differ in what they say).
   */
  enrollmentPolicy: oneOf(...enrollmentPolicies).default("open"),
  /** Makes every password reset disconnect the member's connected apps. */
  disconnectAppsOnPasswordReset: z.boolean("Expected true or false.").default(false),
  /**
   * Lets lecturers and teaching assistants see the email addresses of the students of their courses. Off by default: a
   * lecturer can enroll any address and needs none to teach.
   */
  lecturersSeeEmail: z.boolean("Expected true or false.").default(false),
  /** Reply-to address of the site's mail, effective once verified by a mailed link. Empty: none. */
  senderAddress: mailAddress.default(""),
  /** Emails to people who have not accepted yet, per 24 hours. Only the operator of the server can change it. */
  invitationMailsPerDay: whole("Expected 0 (none) to 1000000 emails per 24 hours.", 0, 1_000_000).default(500),
  /** Recipients of messages of staff, per 24 hours. Only the operator of the server can change it. */
  messageRecipientsPerDay: whole("Expected 0 (none) to 10000000 recipients per 24 hours.", 0, 10_000_000).default(
    20_000,
  ),
});
export type SiteSettings = z.output<typeof SiteSettings>;

/** Settings that protect others from the site. Its own operators cannot change them. */
export const operatorSettings: readonly (keyof SiteSettings)[] = ["invitationMailsPerDay", "messageRecipientsPerDay"];

/** Settings of second factors and sessions. Managers cannot change how owners sign in. */
export const ownerSettings = typedKeys(roleSettings) satisfies readonly (keyof RoleSettings)[];
