type Preference = "speed" | "captions" | "transcript";

const prefix = "l-player-";

/** Returns what this browser remembers about playing. Storage can be forbidden. */
export function recall(name: Preference): string | null {
  try {
    return localStorage.getItem(prefix + name);
  } catch {
    return null;
  }
}

export function remember(name: Preference, value: string): void {
  try {
    localStorage.setItem(prefix + name, value);
  } catch {
    // The choice is for this page only.
  }
}
