import { cut } from "../truncate.ts";
import { isTrue, nameOf, type OlxBlock } from "./block.ts";
import type { OlxFolder } from "./olx-folder.ts";

const split = (names: string): string[] => names.split(" ");

/** Settings that the importer reads, or that name the part. */
const read = new Set([
  ...split("url_name display_name filename org course run slug name visible_to_staff_only group_access graded format"),
  ...split("showanswer max_attempts weight"),
]);

/** Settings of the editor and of the storage, which change nothing for learners. */
const irrelevant = new Set([
  ...split("editor markdown parent_url parent_sha1 index_in_children_list index xblock-family data_dir ispublic"),
  ...split("source_code use_latex_compiler giturl course_edit_method matlab_api_key data copied_from_block upstream"),
  ...split(
    "upstream_version upstream_display_name downstream_customized copied_from_version last_modified xml_attributes",
  ),
  ...split(
    "upstream_data top_level_downstream_parent_key checklists linenum refnum tex_filename chapter_name file_name parent_sequential_url",
  ),
]);

/** Settings that each kind of part reads by itself. */
const readBy: Readonly<Record<string, ReadonlySet<string>>> = {
  course: new Set(
    split(
      "start end course_image language tabs wiki_slug cert_html_view_enabled discussion_topics discussions_settings advanced_modules",
    ),
  ),
  video: new Set(
    split(
      "youtube youtube_id_1_0 html5_sources source sub transcripts track handout edx_video_id start_time end_time from to download_video download_track client_video_id duration",
    ),
  ),
};

/** Values that mean the same as no setting. */
const defaults: Readonly<Record<string, readonly string[]>> = {
  rerandomize: ["never"],
  show_correctness: ["always"],
  show_captions: ["true"],
  allow_anonymous: ["true"],
  transcript_language: ["en"],
};

const isUnset = (name: string, value: string): boolean =>
  /^(|false|0|0\.0|00:00:00|\[\]|\{\}|none|"")$/i.test(value.trim()) ||
  (defaults[name] ?? []).includes(value.trim().toLowerCase());

const maxValue = 500;

/** Settings whose values are secrets of other systems: only their names are reported. */
const isSecret = (name: string): boolean =>
  /secret|passport|password|token|(api|xqa|access|consumer|client)_key/i.test(name);

/** Reports the settings of a part that have no counterpart. */
export function reportSettings(olx: OlxFolder, block: OlxBlock): void {
  const { kind, element } = block;
  const { start, due, group_access: groups, visible_to_staff_only: staffOnly } = element.attributes;
  const title = nameOf(block);
  if (kind !== "course") {
    const dates = [start && `start ${start}`, due && `due ${due}`].filter(Boolean);
    if (dates.length > 0) olx.warn(block, `“${title}”: ${dates.join(" and ")} left out`);
    if (isUnit(kind) && !isUnset("group_access", groups ?? "") && !isTrue(staffOnly)) {
      olx.warn(block, `“${title}” is only for some groups: it is imported as a draft`);
    }
  }
  const lost = settingsOf(block, (name) => {
    const isDate = kind !== "course" && (name === "start" || name === "due");
    return isDate || irrelevant.has(name) || readBy[kind]?.has(name) === true || name.startsWith("youtube_id_");
  });
  if (lost.length > 0) olx.warn(block, `“${title}”: settings are left out: ${lost.join(", ")}`);
}

/** The settings of a component that is not supported. Some keep all of their content in them. */
export const contentSettings = (block: OlxBlock): string[] =>
  settingsOf(block, (name) => name !== "data" && irrelevant.has(name));

const settingsOf = ({ element }: OlxBlock, isKnown: (name: string) => boolean): string[] =>
  Object.entries(element.attributes).flatMap(([name, value]): string[] => {
    if (read.has(name) || isKnown(name) || isUnset(name, value)) return [];
    return [isSecret(name) ? name : `${name}=${cut(value, maxValue)}`];
  });

/** Components that only some groups see are left out, with a warning of their own. */
const isUnit = (kind: string): boolean => !["html", "annotatable", "problem", "video"].includes(kind);
