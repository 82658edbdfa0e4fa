import { addFold } from "./fold.ts";
import { closeMenus } from "./menus.ts";
import { addPalette } from "./palette.ts";
import { recentOf } from "./recent.ts";

const script = document.querySelector<HTMLElement>("script[data-keeper]");
if (script) addPalette(script.dataset, recentOf(script.dataset["keeper"] ?? ""));
closeMenus();
addFold();
