/** Closes open menus with Escape, and with a click elsewhere. */
export function closeMenus(): void {
  addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    for (const menu of openMenus()) {
      if (menu.contains(document.activeElement)) menu.querySelector("summary")?.focus();
      menu.open = false;
    }
  });
  addEventListener("click", ({ target }) => {
    for (const menu of openMenus()) if (!(target instanceof Node && menu.contains(target))) menu.open = false;
  });
}

const openMenus = () => document.querySelectorAll<HTMLDetailsElement>("details.dropped[open]");
