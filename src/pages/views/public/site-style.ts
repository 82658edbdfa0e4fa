import type { Face } from "#domain/catalog/public-catalog/face.ts";
import { fingerprint } from "#lib/fingerprint.ts";
import { publicStyle } from "./style.ts";
import { themeStyle } from "./theme.ts";

const version = fingerprint(publicStyle, 8);

/** Where a site's own stylesheet is: another address once it is another, so that it may be kept for ever. */
export const siteStylePath = "/assets/site.css";
export const siteStyleAddress = ({ appearance }: Pick<Face, "appearance">): string =>
  `${siteStylePath}?v=${version}-${appearance.revision}`;

/** The stylesheet of the public pages of a site; no other page loads it. */
export const siteStyle = (face: Pick<Face, "appearance" | "chosen">, customCss: string): string =>
  `${publicStyle}${themeStyle(face, customCss)}`;
