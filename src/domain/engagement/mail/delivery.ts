import type { Mail } from "./mail.ts";

/** Takes a mail away, or throws: then it is tried again, but for `RefusedMail`. */
export type Deliver = (mail: Mail, signal: AbortSignal) => Promise<void>;

/** Nobody will ever take this mail: the address does not exist, or its server wants nothing from here. */
export class RefusedMail extends Error {
  constructor(message: string) {
    super(message);
    this.name = "RefusedMail";
  }
}
