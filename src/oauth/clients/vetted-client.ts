import type { Client } from "./client.ts";

/**
 * Returns whether the school created the client, enabled it or reviewed it. For all other clients the name and the
 * redirect URIs are claims that nobody has checked.
 */
export const isVettedClient = ({ origin, review }: Pick<Client, "origin" | "review">): boolean =>
  origin === "metadata_document" ? review !== null : origin !== "registered";
