import type { Client } from "./client.ts";

/**
 * Returns true if the school created, enabled or reviewed the client. For all other clients, the name and the redirect
 * URIs are unverified claims.
 */
export const isVettedClient = ({ origin, review }: Pick<Client, "origin" | "review">): boolean =>
  origin === "metadata_document" ? review !== null : origin !== "registered";
