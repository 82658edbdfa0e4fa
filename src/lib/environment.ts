export const environments = ["development", "production", "test"] as const;

/** The purpose of an installation: `production` for real people, the others for this machine only. */
export type Environment = (typeof environments)[number];
