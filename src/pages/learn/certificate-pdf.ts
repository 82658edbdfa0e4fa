import { rateLimited } from "#domain/platform/problem.ts";
import { runFairly } from "#lib/run-fairly.ts";
import { runInWorker } from "#lib/run-in-worker.ts";

/** Content of the PDF of a certificate. */
export interface CertificateDocument {
  /** Language of the labels. */
  language: string;
  /** Language of the school, for names. */
  schoolLanguage: string;
  title: string;
  attested: string;
  name: string;
  course: string;
  /** Issue date, and the end of validity if there is one. */
  dates: string;
  site: string;
  serial: string;
  url: string;
  colors: { primary: string; accent: string };
  /** PNG. */
  logo: { bytes: Uint8Array; width: number; height: number } | undefined;
}

const timeoutMs = 20_000;

/** Each uses a core for about half a second, and up to 100 MB. */
const inTurn = runFairly({ running: 1, waitingPerKey: 10, waiting: 100, refusal: () => rateLimited(10) });

/** Renders a landscape A4 page, in a worker thread: reducing fonts takes long. Sites take turns. */
export const certificatePdf = (siteId: string, certificate: CertificateDocument): Promise<Uint8Array> =>
  inTurn(siteId, () =>
    runInWorker<Uint8Array>(new URL("./certificate-pdf-worker.ts", import.meta.url), {
      workerData: certificate,
      timeoutMs,
    }),
  );
