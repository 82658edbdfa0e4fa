import type { Site } from "#domain/site/sites/site.ts";

/** The address of the school that replies go to, if it was verified and not changed since; otherwise undefined. */
export const verifiedSenderOf = ({ settings, verifiedSender }: Site): string | undefined =>
  settings.senderAddress !== "" && settings.senderAddress === verifiedSender ? settings.senderAddress : undefined;
