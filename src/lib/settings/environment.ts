export const environments = ["development", "production", "test"] as const;

/** The purpose of an installation: `production` for real people, the others for this machine only. */
export type Environment = (typeof environments)[number];

/** Returns whether the embedded database syncs commits to disk. Tests would only be slower. */
export const isDurable = (environment: Environment): boolean => environment !== "test";
