import * as z from "zod";

const whole = (expected: string, min: number, max: number) =>
  z.number(expected).int(expected).min(min, expected).max(max, expected);
const seconds = (defaultValue: number, max: number) =>
  whole(`Expected 1 to ${max} seconds.`, 1, max).default(defaultValue);
const choice = new Intl.ListFormat("en-GB", { type: "disjunction" });
const oneOf = <const Value extends string>(...values: readonly Value[]) =>
  z.enum(values, `Expected ${choice.format(values)}.`);
const hostSyntax = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?(:[1-9][0-9]{0,4})?$/;
const host = z
  .string()
  .refine(
    (text) => hostSyntax.test(text) && URL.canParse(`https://${text}`),
    "Expected a host in lower case, like apps.example, without https://.",
  );
/** As a browser writes it into `Origin` (RFC 6454 §6.2), so that it can be compared letter by letter. */
const origin = z
  .string()
  .max(300, "Expected at most 300 characters.")
  .refine(
    (text) => /^https?:\/\/[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text,
    "Expected an origin as browsers write it, like https://app.example, without a path.",
  );
/** Host names alone after the @, so that the address can stand in a header as it is. */
const mailAddress = z
  .string()
  .trim()
  .max(254, "Expected at most 254 characters.")
  .refine(
    (text) => text === "" || /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/i.test(text),
    "Expected an e-mail address, or nothing.",
  );
const [minute, hour, day] = [60, 3600, 86_400];

/** What an operator may set for one site. Lifetimes in seconds. */
export const SiteSettings = z.object({
  accessTokenLifetime: seconds(2 * hour, day),
  refreshTokenLifetime: seconds(60 * day, 366 * day),
  authorizationCodeLifetime: seconds(60, 10 * minute),
  authorizationRequestLifetime: seconds(15 * minute, day),
  /** Long enough to change it again. */
  sessionLifetime: whole("Expected 600 seconds (10 minutes) to 366 days.", 10 * minute, 366 * day).default(30 * day),
  /**
   * Seconds for which a rotated refresh token still works for its own client. It covers parallel refreshes and lost
   * responses. With 0, every second use ends the token family.
   */
  refreshTokenGrace: whole("Expected 0 (not at all) to 60 seconds.", 0, 60).default(10),
  /** Client registrations per network address. Refused attempts have a limit of the same size of their own. */
  registrationsPerHour: whole("Expected 1 to 100000 registrations an hour.", 1, 100_000).default(300),
  /** off: no id_token, discovery silent; published: the key set is there, nothing is signed yet; on: both. */
  signing: oneOf("off", "published", "on").default("on"),
  /** Of one application acting for one person at the operator API. */
  apiRequestsPerMinute: whole("Expected 1 to 100000 requests a minute.", 1, 100_000).default(600),
  apiBulkRequestsPerMinute: whole("Expected 1 to 10000 requests a minute.", 1, 10_000).default(60),
  /** Of all applications together. */
  apiSiteRequestsPerMinute: whole("Expected 1 to 1000000 requests a minute.", 1, 1_000_000).default(12_000),
  /** Of an agent with a token, and of all without one that share an address (hosted agents share a few). */
  mcpRequestsPerMinute: whole("Expected 1 to 100000 requests a minute.", 1, 100_000).default(100),
  mcpAnonymousRequestsPerMinute: whole("Expected 1 to 100000 requests a minute.", 1, 100_000).default(600),
  /** Whether agents that act for people who run the site see other people under pseudonyms. */
  mcpPseudonyms: z.boolean("Expected true or false.").default(false),
  /** Pages of which origins may talk to the MCP server, besides the site's own and those on the person's own machine. */
  mcpAllowedOrigins: z.array(origin).max(50, "Expected at most 50 origins.").default([]),
  betaFeatures: z.array(oneOf("mcp_connections")).default([]),
  /** Whether applications at any host may describe themselves in a document of their own. */
  openClientMetadataDocuments: z.boolean("Expected true or false.").default(false),
  /** The hosts at which they may otherwise: `apps.example`, with the port where it is not 443; no subdomains. */
  clientMetadataHosts: z.array(host).max(200, "Expected at most 200 hosts.").default([]),
  /** Whether a person may become a member, as a student, without being invited. */
  openSignUp: z.boolean("Expected true or false.").default(false),
  /** Whether resetting a password always disconnects the member's connected apps. */
  disconnectAppsOnPasswordReset: z.boolean("Expected true or false.").default(false),
  /**
   * Whether lecturers and teaching assistants see the e-mail addresses of the students of their courses. Off by default:
   * a school opts in, since a lecturer can enroll any address and needs none to teach.
   */
  lecturersSeeEmail: z.boolean("Expected true or false.").default(false),
  /** Whether people may read and try the Member API at /member/explorer. */
  memberExplorer: z.boolean("Expected true or false.").default(false),
  /** Where replies to the site's mail go, once it is verified by a mailed link. Empty: nowhere. */
  senderAddress: mailAddress.default(""),
  /** Mails to people who have not accepted yet, in 24 hours. Only the operator of the server changes it. */
  invitationMailsPerDay: whole("Expected 0 (none) to 1000000 mails a day.", 0, 1_000_000).default(500),
});
export type SiteSettings = z.output<typeof SiteSettings>;

/** Settings that protect others from the site: the people who run it cannot change them. */
export const operatorSettings: readonly (keyof SiteSettings)[] = ["invitationMailsPerDay"];
