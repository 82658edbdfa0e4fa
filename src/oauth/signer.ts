import type { KeyObject } from "node:crypto";

export interface Signer {
  kid: string;
  privateKey: KeyObject;
}
