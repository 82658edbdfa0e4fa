import type { SiteScope } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { type AppearanceRow, defaultColors, defaultFonts } from "./appearance.ts";
import { defaultHomeSections } from "./home-section.ts";

const defaultsSince = (since: Date): AppearanceRow => ({
  colors: {},
  fonts: {},
  darkMode: "auto",
  logoFileId: null,
  logoDarkFileId: null,
  faviconFileId: null,
  coverFileId: null,
  cornerRadius: "medium",
  density: "comfortable",
  playerLayout: "classic",
  customCss: "",
  headerHtml: "",
  footerHtml: "",
  navigation: [],
  homeSections: null,
  homeSectionHtml: null,
  metadata: {},
  version: 1,
  createdAt: since,
  updatedAt: since,
});

/** Serializes the appearance with defaults filled in. */
export function serializeAppearance({ site }: SiteScope, found: AppearanceRow | { since: Date }) {
  const { colors, fonts, ...values } = "since" in found ? defaultsSince(found.since) : found;
  const addressOf = (file: string | null) => (file === null ? null : `${site.origin}/files/${formatId("file", file)}`);
  return {
    object: "appearance" as const,
    id: site.id,
    theme: { name: "lectern", version: "1" },
    ...values,
    colors: { ...defaultColors, ...colors },
    fonts: { ...defaultFonts, ...fonts },
    homeSections: [...(values.homeSections ?? defaultHomeSections)],
    logoUrl: addressOf(values.logoFileId),
    logoDarkUrl: addressOf(values.logoDarkFileId),
    faviconUrl: addressOf(values.faviconFileId),
    coverUrl: addressOf(values.coverFileId),
    revision: values.version,
  };
}
