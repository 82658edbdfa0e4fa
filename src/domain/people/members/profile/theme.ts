/** Themes of pages. `device`: as the device prefers. */
export const themes = ["light", "dark", "device"] as const;

export type Theme = (typeof themes)[number];
