import { html, raw } from "hono/html";
import { qrCode, qrPath } from "#lib/svg/qr-code.ts";
import type { Markup } from "./markup.ts";

/** The code for the camera of the person at the door. Longer codes of other programs are typed. */
export const scannable = (code: string): Markup => {
  const modules = qrCode(code);
  if (!modules) return raw("");
  const { path, viewBox } = qrPath(modules);
  return html`<svg class="ticket-code" viewBox="${viewBox}" aria-hidden="true">
    <rect width="100%" height="100%" fill="#fff" />
    <path d="${path}" fill="#000" />
  </svg>`;
};
