/** Per course. */
export const mostSections = 200;
export const mostLectures = 2000;
