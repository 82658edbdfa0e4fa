import type { Face } from "#domain/catalog/public-catalog/face.ts";
import { fingerprint } from "#lib/fingerprint.ts";
import { checkoutStyle } from "./style-checkout.ts";
import { publicStyle } from "./style.ts";
import { themeStyle } from "./theme.ts";

const ownStyle = `${publicStyle}${checkoutStyle}`;
const version = fingerprint(ownStyle, 8);

/** Path of the site's stylesheet. The URL changes with its content, so that it can be cached indefinitely. */
export const siteStylePath = "/assets/site.css";
export const siteStyleAddress = ({ appearance }: Pick<Face, "appearance">): string =>
  `${siteStylePath}?v=${version}-${appearance.revision}`;

/** Stylesheet of the site's public pages. Other pages do not load it. */
export const siteStyle = (face: Pick<Face, "appearance" | "chosen">, customCss: string): string =>
  `${ownStyle}${themeStyle(face, customCss)}`;
