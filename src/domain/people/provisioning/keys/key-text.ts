import { newSecret } from "#lib/secrets/secret.ts";

/** Characters of the shown ending. */
const endingLength = 4;

const pattern = /^lpk_[A-Za-z0-9_-]{43}$/;

/** Creates the key of a directory. */
export const newProvisioningKey = (): string => newSecret("lpk");

export const isProvisioningKey = (text: string): boolean => pattern.test(text);

export const endingOf = (key: string): string => key.slice(-endingLength);
