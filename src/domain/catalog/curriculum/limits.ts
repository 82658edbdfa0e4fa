/** Per course. */
export const maxSections = 200;
export const maxLectures = 2000;
