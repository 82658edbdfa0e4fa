import * as z from "zod";
import { patchSchemaOf } from "#domain/platform/merge-patch/changes-of.ts";
import { htmlUpTo, Metadata } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { versioned } from "#domain/platform/versioned.ts";
import { contrast } from "#lib/look/contrast.ts";
import { recordOf, typedKeys } from "#lib/json/typed-object.ts";
import { type HomeSection, HomeSections } from "./home-section.ts";
import { NavigationEntry } from "./navigation.ts";

const Color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, "Expected a color like #1f6feb.")
  .transform((color) => color.toLowerCase())
  .meta({ examples: ["#1f6feb"] });

/** Default of each color. */
export const defaultColors = {
  primary: "#18211d",
  accent: "#a3271b",
  background: "#fdfdfb",
  surface: "#eef0ec",
  text: "#18211d",
  mutedText: "#4d5852",
  link: "#18211d",
  border: "#d6dbd5",
} as const;

export const defaultFonts = { heading: "serif", body: "system" } as const;

export type ColorName = keyof typeof defaultColors;

const colors = recordOf(typedKeys(defaultColors), () => Color);

const fontNames = ["system", "serif", "rounded", "mono", "noto-sans", "noto-serif", "inter", "source-serif"] as const;
const Font = z.enum(fontNames);
const Fonts = z.object({ heading: Font, body: Font });

const bytes = 64 * 1024;
const Css = z.string().refine((text) => Buffer.byteLength(text) <= bytes, "Expected at most 64 kB.");

const writable = {
  colors: z.object(colors),
  darkMode: z.enum(["off", "auto", "on"]),
  fonts: Fonts,
  logoFileId: Id("file").nullable(),
  logoDarkFileId: Id("file").nullable(),
  faviconFileId: Id("file").nullable(),
  coverFileId: Id("file").nullable(),
  cornerRadius: z.enum(["none", "small", "medium", "large"]),
  density: z.enum(["compact", "comfortable", "spacious"]),
  playerLayout: z.enum(["classic", "theater"]),
  customCss: Css.meta({
    description: "Loads only files of the school (`/files/…`) and `data:` images and fonts; anything else is removed",
  }),
  headerHtml: htmlUpTo(20_000, "Sanitized HTML"),
  footerHtml: htmlUpTo(20_000, "Sanitized HTML"),
  metadata: Metadata,
};

/** The appearance of a school's pages. Sign-in, consent, account and admin pages use none of its markup. */
export const Appearance = versioned(
  z
    .object({
      object: z.literal("appearance"),
      id: Id("site"),
      theme: z.object({ name: z.string(), version: z.string() }),
      ...writable,
      logoUrl: z.string().nullable(),
      logoDarkUrl: z.string().nullable(),
      faviconUrl: z.string().nullable(),
      coverUrl: z.string().nullable(),
      navigation: z.array(NavigationEntry),
      homeSections: HomeSections,
      revision: z.number().int().min(0),
      createdAt: Instant,
      updatedAt: Instant,
    })
    .meta({ id: "Appearance" }),
);

/** A notice about the school's input that does not reject it. */
export const Warning = z
  .object({ pointer: z.string(), code: z.enum(["low_contrast", "removed"]), detail: z.string() })
  .meta({ id: "Warning" });
export type Warning = z.output<typeof Warning>;

/** Colors and fonts can be changed one by one; null restores a default. */
export const changeableAppearance = { ...writable, colors: z.object(colors).partial(), fonts: Fonts.partial() };
export const AppearanceChanges = patchSchemaOf(changeableAppearance);
export type AppearanceChanges = z.output<typeof AppearanceChanges>;

/** The stored appearance, without defaults. */
export interface AppearanceRow {
  colors: Partial<Record<ColorName, string>>;
  darkMode: "off" | "auto" | "on";
  fonts: Partial<Record<"heading" | "body", z.output<typeof Font>>>;
  logoFileId: string | null;
  logoDarkFileId: string | null;
  faviconFileId: string | null;
  coverFileId: string | null;
  cornerRadius: "none" | "small" | "medium" | "large";
  density: "compact" | "comfortable" | "spacious";
  playerLayout: "classic" | "theater";
  customCss: string;
  headerHtml: string;
  footerHtml: string;
  navigation: NavigationEntry[];
  /** Null if the school has not chosen any. */
  homeSections: HomeSection[] | null;
  /** The rendered Markdown of the home sections; null if not rendered yet. */
  homeSectionHtml: string[] | null;
  metadata: Record<string, string>;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** Color pairs with the minimum contrast for legibility (WCAG 2.2, 1.4.3, 1.4.11). */
const pairs: readonly (readonly [color: ColorName, on: ColorName, least: number])[] = [
  ["text", "background", 4.5],
  ["text", "surface", 4.5],
  ["mutedText", "background", 4.5],
  ["link", "background", 4.5],
  ["primary", "background", 3],
  ["accent", "background", 3],
];

/** A color that is hard to tell from another one. */
export interface LowContrast {
  color: ColorName;
  on: ColorName;
  /** Rounded down to a tenth: `4.4`. */
  found: string;
  least: number;
}

/** Returns the color pairs with too little contrast. */
export function lowContrasts(chosen: Partial<Record<ColorName, string>>): LowContrast[] {
  const colors = { ...defaultColors, ...chosen };
  return pairs.flatMap(([color, on, least]) => {
    const contrastRatio = contrast(colors[color], colors[on]);
    return contrastRatio >= least
      ? []
      : [{ color, on, found: (Math.floor(contrastRatio * 10) / 10).toFixed(1), least }];
  });
}
