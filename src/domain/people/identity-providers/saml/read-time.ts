import { ProviderError } from "../provider-error.ts";

const form = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

/** Reads a time with its zone (SAML Core §1.3.3). Throws ProviderError. */
export function readTime(text: string): Date {
  const time = new Date(form.test(text) ? text : Number.NaN);
  if (Number.isNaN(time.getTime())) throw new ProviderError("invalid", `A time cannot be read: ${text.slice(0, 40)}`);
  return time;
}
