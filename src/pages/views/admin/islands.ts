import { html, raw } from "hono/html";

import { type ManagedPurpose, purposes } from "#domain/files/files/file.ts";

import type { IslandSettings } from "../../../islands/island-settings.ts";
import { sharedName } from "#http/islands/islands-folder.ts";
import { islandsPath } from "../../islands/islands.ts";
import { textFor } from "../../text/catalogue.ts";
import { fieldLabel, valueLabel } from "../../text/fields/texts.ts";
import type { Markup } from "../parts/markup.ts";
import type { AdminPage } from "./layout.ts";

/** The stylesheet comes first: nothing is painted without it. */
const later = raw('fetchpriority="low"');

/** The head of a page with islands. `admitModules` permits them in the admin area. */
export function islandHead({ savedCookie, keeper, locale, csrf }: AdminPage): Markup {
  if (savedCookie === undefined || islandsPath === undefined) return raw("");
  const settings: IslandSettings = { savedCookie, person: keeper, locale, csrf, texts: textFor(locale).admin.islands };
  return html`<meta name="islands" content="${JSON.stringify(settings)}" />
    <link rel="modulepreload" href="${islandsPath}/${sharedName}.js" ${later} />
    <script type="module" src="${islandsPath}/islands.js" ${later}></script>`;
}

/** Keeps the input of the form around it. `isRefused`: the form shows what was typed before. */
export const unsavedIsland = ({ isRefused }: { isRefused: boolean }): Markup =>
  html`<l-unsaved ${isRefused && raw("data-refused")}></l-unsaved>`;

/** Returns the purpose of a file that is uploaded in a field with this name. It decides who can see the file. */
function purposeOf(name: string): ManagedPurpose {
  if (name.includes("cover")) return "course_cover";
  if (name.includes("picture")) return "avatar";
  if (/logo|favicon|image/.test(name)) return "page";
  return name.includes("video") ? "lecture_media" : "attachment";
}

/** Uploads a file into the field with this name. Without scripts, it shows nothing. */
export const uploadIsland = (name: string): Markup =>
  html`<l-upload
    data-single
    ${name === "video.file_id" && raw("data-played")}
    data-for="${name}"
    data-purpose="${purposeOf(name)}"
  ></l-upload>`;

/** Uploads files into the library, for the chosen purpose. Without scripts, it shows nothing. */
export const libraryIsland = ({ locale }: AdminPage, address: string): Markup =>
  html`<l-upload class="panel" data-next="${address}">
    <label class="soft" for="upload-purpose">${fieldLabel(locale, "files.purpose")}</label>
    <select id="upload-purpose">
      ${purposes.map((purpose) => html`<option value="${purpose}" ${purpose === "page" && raw("selected")}>${valueLabel(locale, "files.purpose", purpose)}</option>`)}
    </select>
  </l-upload>`;
