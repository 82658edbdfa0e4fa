import type { RequestContext } from "#domain/platform/context.ts";
import { getFile } from "#domain/files/files/list-files.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { PageShell } from "#domain/public-catalog/pages/page-shell.ts";
import { AppearanceChanges, type ColorName, defaultColors, defaultFonts } from "#domain/site/appearance/appearance.ts";
import { typedKeys } from "#lib/json/typed-object.ts";
import { fromWire, toWire } from "#lib/wire/names.ts";

/** Fields of the form of the appearance that a preview shows, by their names there. */
const names: readonly string[] = [
  ...typedKeys(defaultColors).map((color) => `colors.${toWire(color)}`),
  ...typedKeys(defaultFonts).map((font) => `fonts.${font}`),
  "dark_mode",
  "corner_radius",
  "density",
  "logo_file_id",
  "logo_dark_file_id",
];

/** Longer than every value. */
const maxLength = 40;

/** Values that are not saved, by the name of their field. Others of a form are left out. */
export type Look = ReadonlyMap<string, string>;

/** Reads the values of a look that the operation would accept, each on its own. */
export function lookIn(values: ReadonlyMap<string, string>): Look {
  return new Map(
    names.flatMap((name): [string, string][] => {
      const value = values.get(name);
      return value !== undefined && value.length <= maxLength && isAccepted(name, value) ? [[name, value]] : [];
    }),
  );
}

function isAccepted(name: string, value: string): boolean {
  if (value === "") return name.endsWith("_file_id");
  return AppearanceChanges.safeParse(changeOf(name, value)).success;
}

/** `colors.muted_text` is `{ colors: { mutedText } }`. */
function changeOf(name: string, value: string): object {
  const [group = "", part] = name.split(".").map(fromWire);
  return part === undefined ? { [group]: value } : { [group]: { [part]: value } };
}

export const queryOfLook = (look: Look): string => new URLSearchParams([...look]).toString();

type Shell = PageShell;

/** The look of the school with values that are not saved. */
export async function shellWith(context: RequestContext, shell: Shell, look: Look): Promise<Shell> {
  const { appearance, chosen } = shell;
  const colors = groupOf(look, "colors");
  const fonts = groupOf(look, "fonts");
  const [logoUrl, logoDarkUrl] = await Promise.all(
    (["logo", "logo_dark"] as const).map(async (name) => {
      const id = look.get(`${name}_file_id`);
      if (id === undefined) return name === "logo" ? appearance.logoUrl : appearance.logoDarkUrl;
      return id === "" ? null : pictureOf(context, id);
    }),
  );
  const plain = Object.fromEntries(
    ["dark_mode", "corner_radius", "density"].flatMap((name) => {
      const value = look.get(name);
      return value === undefined ? [] : [[fromWire(name), value]];
    }),
  );
  return {
    ...shell,
    appearance: {
      ...appearance,
      ...plain,
      colors: { ...appearance.colors, ...colors },
      fonts: { ...appearance.fonts, ...fonts },
      logoUrl: logoUrl ?? null,
      logoDarkUrl: logoDarkUrl ?? null,
    },
    chosen: {
      colors: [...new Set([...chosen.colors, ...changedIn(colors, defaultColors)])],
      fonts: [...new Set([...chosen.fonts, ...changedIn(fonts, defaultFonts)])],
    },
  };
}

const groupOf = (look: Look, group: string): Record<string, string> =>
  Object.fromEntries(
    [...look].flatMap(([name, value]) =>
      name.startsWith(`${group}.`) ? [[fromWire(name.slice(group.length + 1)), value]] : [],
    ),
  );

/** A default that a form sends back is not a choice of the school. */
const changedIn = (group: Readonly<Record<string, string>>, defaults: Readonly<Record<string, string>>): string[] =>
  Object.keys(group).filter((name) => group[name] !== defaults[name]);

/** The address of a public image. */
async function pictureOf(context: RequestContext, id: string): Promise<string | null> {
  try {
    const { url, visibility, contentType } = await perform(getFile, context, { id });
    return visibility === "public" && contentType.startsWith("image/") ? url : null;
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

/** The colors of a look, for the check of their contrast. */
export const colorsOf = (look: Look): Partial<Record<ColorName, string>> => groupOf(look, "colors");
