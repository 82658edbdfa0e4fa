const two = (value: number) => String(value).padStart(2, "0");

/** `3:12` or `1:02:07`, as the server formats positions. */
export function formatPosition(seconds: number): string {
  const all = Math.floor(seconds);
  const [hours, minutes, rest] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
