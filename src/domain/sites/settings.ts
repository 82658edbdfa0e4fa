import * as z from "zod";

const seconds = (defaultValue: number, max: number) => z.number().int().min(1).max(max).default(defaultValue);
const [minute, hour, day] = [60, 3600, 86_400];

/** What an operator may set for one site. Lifetimes in seconds. */
export const SiteSettings = z.object({
  accessTokenLifetime: seconds(2 * hour, day),
  refreshTokenLifetime: seconds(60 * day, 366 * day),
  authorizationCodeLifetime: seconds(60, 10 * minute),
  authorizationRequestLifetime: seconds(15 * minute, day),
  sessionLifetime: seconds(30 * day, 366 * day),
  /** How long a rotated refresh token still answers, for clients that lost the answer; 0 = not at all. */
  refreshTokenGrace: z.number().int().min(0).max(60).default(0),
  /** off: no id_token, discovery silent; published: the key set is there, nothing is signed yet; on: both. */
  signing: z.enum(["off", "published", "on"]).default("on"),
  betaFeatures: z.array(z.enum(["mcp_connections"])).default([]),
  openClientMetadataDocuments: z.boolean().default(false),
});
export type SiteSettings = z.output<typeof SiteSettings>;
