import type { Storage } from "#domain/platform/storage/storage.ts";
import type { Context } from "#domain/platform/context.ts";
import type { PaymentSystem } from "#domain/sales/payments/payment-system.ts";
import type { DemoDraft } from "./draft-demo.ts";

export interface DemoEnvironment {
  port: number;
  dataFolder: string;
  now: Date;
  /** Keeps covers, portraits, sounds and downloads. */
  storage: Storage;
  /** Encrypts the settings of the simulated payment provider. */
  payments: PaymentSystem;
  /** Creates an API key of the member, in the transaction of the demo. */
  createKey: (context: Context, memberId: string) => Promise<string>;
  /** Only the courses and the people with passwords, for tests of the server. */
  isSmall?: boolean;
  /** From `draftNewDemo`. */
  draft?: Promise<DemoDraft | undefined> | undefined;
  /** Receives progress messages, line by line. */
  report?: (line: string) => void;
}
