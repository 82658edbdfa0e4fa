/** A barcode reader of the browser (Shape Detection API). */
export interface Detector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
}

interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats: () => Promise<string[]>;
}

const ticketFormats = ["qr_code", "code_128", "code_39", "aztec", "data_matrix"];

/** Returns the barcode reader of the browser, or undefined without one, or without a camera. */
export async function openDetector(): Promise<Detector | undefined> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Not among the types of TypeScript.
  const { BarcodeDetector } = globalThis as unknown as { BarcodeDetector?: DetectorClass };
  if (!BarcodeDetector || !("mediaDevices" in navigator)) return undefined;
  try {
    const supported = await BarcodeDetector.getSupportedFormats();
    const formats = ticketFormats.filter((format) => supported.includes(format));
    return formats.length === 0 ? undefined : new BarcodeDetector({ formats });
  } catch {
    return undefined;
  }
}
