import { parentPort, workerData } from "node:worker_threads";
import { pdfCanvas, svgCanvas } from "./canvas.ts";
import type { CertificateFile } from "./certificate-pdf.ts";
import { openPdf } from "./document.ts";
import { certificateSize, drawCertificate } from "./draw-certificate.ts";
import { badgeSize, drawBadge } from "./draw-badge.ts";

/*
 * Entry point of the worker that renders one certificate, or its badge.
 */

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Only `certificate-pdf.ts` starts this worker.
const { format, certificate } = workerData as CertificateFile;
const title = `${certificate.title}: ${certificate.course}`;

async function renderPdf(): Promise<Uint8Array> {
  const { language, site, url } = certificate;
  const { pdf, bytes } = openPdf({ layout: "landscape", title, author: site, language });
  await drawCertificate(pdfCanvas(pdf), certificate);
  const { width } = certificateSize;
  pdf.link(64, 526, width - 128, 20, url);
  pdf.end();
  return bytes;
}

async function renderBadge(): Promise<Uint8Array> {
  const { canvas, svgOf } = svgCanvas(badgeSize);
  await drawBadge(canvas, certificate);
  return new TextEncoder().encode(svgOf(title));
}

async function renderImage(): Promise<Uint8Array> {
  const { canvas, svgOf } = svgCanvas(certificateSize);
  const { width, height } = certificateSize;
  canvas.path(`M0 0H${width}V${height}H0z`, "#ffffff", { x: 0, y: 0, scale: 1 });
  await drawCertificate(canvas, certificate);
  return new TextEncoder().encode(svgOf(title));
}

const renderers = { pdf: renderPdf, image: renderImage, badge: renderBadge };

parentPort?.postMessage(await renderers[format]());
