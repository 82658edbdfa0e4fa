/** Returns the sound of each letter. The table lists the letters of each sound. */
export const soundsOf = (lettersOf: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(lettersOf).flatMap(([sound, letters]) => Array.from(letters, (letter) => [letter, sound])));
