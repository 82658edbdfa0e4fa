import type { Mail } from "./mail.ts";

/** Delivers a mail or throws. Errors other than `RefusedMail` are retried. */
export type Deliver = (mail: Mail, signal: AbortSignal) => Promise<void>;

/** Permanent failure: the address does not exist, or its server rejects mail from here. */
export class RefusedMail extends Error {
  /** Enhanced status code (RFC 3463) if the address takes no mail at all. */
  readonly statusCode: string | undefined;

  constructor(message: string, statusCode?: string) {
    super(message);
    this.name = "RefusedMail";
    this.statusCode = statusCode;
  }
}
