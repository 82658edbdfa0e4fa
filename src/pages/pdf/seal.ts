const short = (value: number): string => value.toFixed(2);

/** A ring around 0, 0: two circles in opposite directions. */
export const ring = (outer: number, inner: number): string =>
  `M${outer} 0A${outer} ${outer} 0 1 1 -${outer} 0A${outer} ${outer} 0 1 1 ${outer} 0Z` +
  `M${inner} 0A${inner} ${inner} 0 1 0 -${inner} 0A${inner} ${inner} 0 1 0 ${inner} 0Z`;

/** The path around 0, 0 of a rosette with this many points, as on a sealed document. */
export const seal = ({ points, outer, inner }: { points: number; outer: number; inner: number }): string =>
  `${Array.from({ length: 2 * points }, (_, index) => {
    const radius = index % 2 === 0 ? outer : inner;
    const angle = (Math.PI * index) / points;
    return `${index === 0 ? "M" : "L"}${short(radius * Math.sin(angle))} ${short(-radius * Math.cos(angle))}`;
  }).join("")}Z`;

/** A check mark in a ring, for the inside of the rosette. */
export const checkMark = `${ring(25, 23.5)}M-11.5 1.5L-8 -2L-3 3L8.5 -8.5L12 -5L-3 10Z`;
