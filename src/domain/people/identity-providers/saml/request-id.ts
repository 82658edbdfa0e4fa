import type { RequestSecrets } from "../requests.ts";

/** The ID of the request in SAML: an XML name, which begins with a letter or an underscore. */
export const requestIdOf = ({ nonce }: RequestSecrets): string => `_${nonce}`;
