import { Extension } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";

const key = new PluginKey<DecorationSet>("joinedLines");

/** Marks the single line breaks of the source. In code, they are line breaks for readers too. */
function joinedLines(doc: Node): DecorationSet {
  const breaks: Decoration[] = [];
  doc.descendants((node, position, parent) => {
    if (node.type.spec.code === true) return false;
    if (!node.isText || parent?.type.name !== "paragraph") return true;
    const { text = "" } = node;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
      breaks.push(Decoration.inline(position + at, position + at + 1, { class: "joined-line" }));
    }
    return false;
  });
  return DecorationSet.create(doc, breaks);
}

/**
 * Shows single line breaks of the source as the page does: as spaces. The text keeps them, so that the source stays the
 * same byte for byte. The stylesheet cannot collapse line breaks only: spaces must stay while a person types.
 */
export const JoinedLines = Extension.create({
  name: "joinedLines",
  addProseMirrorPlugins: () => [
    new Plugin({
      key,
      state: {
        init: (_config, { doc }) => joinedLines(doc),
        apply: ({ docChanged, doc }, shown) => (docChanged ? joinedLines(doc) : shown),
      },
      props: { decorations: (state) => key.getState(state) },
    }),
  ],
});
