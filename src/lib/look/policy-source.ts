/**
 * True for an HTTPS origin that a content security policy can name. Hosts of addresses may contain `;` and `,`, which
 * would begin another directive or policy, and policies have no syntax for IPv6 addresses (CSP 3 §2.3.1).
 */
export const isPolicySource = (origin: string): boolean => /^https:\/\/[a-z0-9.-]+(:\d{1,5})?$/.test(origin);
