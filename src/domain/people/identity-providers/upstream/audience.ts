/** Returns whether `aud` is a text or a list of texts (RFC 7519 §4.1.3). Libraries accept lists with other members. */
export const isAudience = (audience: unknown): boolean => [audience].flat().every((one) => typeof one === "string");
