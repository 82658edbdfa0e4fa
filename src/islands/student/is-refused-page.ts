/** Returns true if the server shows a form again that it has not accepted. */
export function isRefusedPage(): boolean {
  const [navigation] = performance.getEntriesByType("navigation");
  return navigation instanceof PerformanceNavigationTiming && navigation.responseStatus >= 400;
}
