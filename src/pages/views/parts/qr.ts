import { html, raw } from "hono/html";
import { qrCode } from "#lib/svg/qr-code.ts";
import type { Markup } from "./markup.ts";

/** A QR code as a picture, with its meaning for screen readers. */
export const qrPicture = (text: string, meaning: string): Markup => {
  const { path, side } = qrCode(text);
  return html`<svg class="scan-code" viewBox="0 0 ${side} ${side}" role="img" aria-label="${meaning}">
    <rect width="100%" height="100%" fill="#fff" />
    <path d="${path}" fill="#000" />
  </svg>`;
};

/** Characters of a ticket's code that fit into the smallest QR code. Longer codes of other programs are typed. */
const ticketCode = /^[0-9A-Z $%*+\-./:]{1,20}$/;

/** The code for the camera of the person at the door. */
export const ticketPicture = (code: string): Markup => {
  if (!ticketCode.test(code)) return raw("");
  const { path, side } = qrCode(code);
  return html`<svg class="ticket-code" viewBox="0 0 ${side} ${side}" aria-hidden="true">
    <rect width="100%" height="100%" fill="#fff" />
    <path d="${path}" fill="#000" />
  </svg>`;
};
