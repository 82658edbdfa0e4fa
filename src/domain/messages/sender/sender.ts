import type { Site } from "#domain/platform/site/site.ts";

/** Returns the reply-to address of the school if it is verified and unchanged since; otherwise undefined. */
export const verifiedSenderOf = ({ settings, verifiedSender }: Site): string | undefined =>
  settings.senderAddress !== "" && settings.senderAddress === verifiedSender ? settings.senderAddress : undefined;
