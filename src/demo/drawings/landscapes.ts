import {
  box,
  circle,
  ellipse,
  height,
  hills,
  leaf,
  line,
  mix,
  type Motif,
  n,
  shape,
  sky,
  times,
  width,
} from "./paint.ts";

const nightSky: Motif = (p, random) => {
  const stars = times(90, () => {
    const size = random.between(0.8, 3.2);
    return circle(
      random.between(0, width),
      random.between(0, 430),
      size,
      "#ffffff",
      `opacity="${n(random.between(0.4, 1))}"`,
    );
  });
  const seven = [
    [330, 300],
    [410, 262],
    [478, 276],
    [548, 292],
    [560, 366],
    [662, 372],
    [676, 290],
  ] as const;
  const figure = line(`M${seven.map(([x, y]) => `${x} ${y}`).join("L")}L548 292`, p.glow, 2, `opacity="0.55"`);
  const bright = seven.map(([x, y]) => circle(x, y, 6, p.glow)).join("");
  const moon = circle(930, 150, 62, p.glow) + circle(958, 134, 56, mix(p.night, p.deep, 0.2));
  return (
    sky(p.night, mix(p.deep, p.accent, 0.35)) +
    stars +
    figure +
    bright +
    moon +
    hills(random, 520, 50, mix(p.night, p.deep, 0.7)) +
    hills(random, 600, 34, p.night)
  );
};

const trail: Motif = (p, random) => {
  const tree = (x: number, y: number, size: number, fill: string) =>
    box(x - size * 0.05, y - size * 0.35, size * 0.1, size * 0.4, mix(p.night, p.accent, 0.25)) +
    times(3, (at) => {
      const [w, top] = [size * (0.44 - at * 0.09), y - size * (0.55 + at * 0.28)];
      return shape(
        `M${n(x - w)} ${n(top + size * 0.32)}Q${n(x)} ${n(top - size * 0.3)} ${n(x + w)} ${n(top + size * 0.32)}Z`,
        fill,
      );
    });
  const path = shape(
    `M520 ${height}C560 590 720 560 640 500C590 462 690 430 740 405L752 407C720 440 660 468 720 508C830 582 760 610 800 ${height}Z`,
    p.paper,
    `opacity="0.85"`,
  );
  const grove = (count: number, from: number, to: number, y: number, size: number, fill: string) =>
    times(count, () =>
      tree(random.between(from, to), y + random.between(-16, 16), size * random.between(0.8, 1.2), fill),
    );
  return (
    sky(mix(p.soft, p.paper, 0.5), p.paper) +
    circle(870, 170, 74, p.glow) +
    hills(random, 330, 70, mix(p.soft, p.mid, 0.25)) +
    hills(random, 410, 50, mix(p.soft, p.mid, 0.7)) +
    grove(7, 40, 480, 455, 110, mix(p.mid, p.soft, 0.3)) +
    grove(6, 760, 1170, 450, 120, mix(p.mid, p.soft, 0.2)) +
    hills(random, 520, 30, p.mid) +
    path +
    grove(4, 60, 400, 610, 220, p.deep) +
    grove(3, 900, 1160, 620, 240, mix(p.deep, p.night, 0.4))
  );
};

const rock = (x: number, y: number, size: number, fill: string) =>
  shape(
    `M${n(x - size)} ${n(y)}C${n(x - size)} ${n(y - size * 0.7)} ${n(x - size * 0.2)} ${n(y - size * 0.9)} ${n(x + size * 0.2)} ${n(y - size * 0.7)}C${n(x + size * 0.9)} ${n(y - size * 0.5)} ${n(x + size)} ${n(y - size * 0.2)} ${n(x + size)} ${n(y)}Z`,
    fill,
  );

const star = (x: number, y: number, size: number, fill: string) => {
  const points = Array.from({ length: 10 }, (_, at) => {
    const [angle, reach] = [(Math.PI / 5) * at - Math.PI / 2, at % 2 === 0 ? size : size * 0.42];
    return `${n(x + Math.cos(angle) * reach)} ${n(y + Math.sin(angle) * reach)}`;
  });
  return `<path d="M${points.join("L")}Z" fill="${fill}" stroke="${fill}" stroke-width="14" stroke-linejoin="round"/>`;
};

const tide: Motif = (p, random) => {
  const wave = (y: number, fill: string) => {
    let d = `M0 ${height}V${n(y)}`;
    for (let x = 0; x < width; x += 150) d += `q75 ${n(random.between(-34, -18))} 150 0`;
    return shape(`${d}V${height}Z`, fill);
  };
  const shell = (x: number, y: number, size: number) =>
    times(4, (at) =>
      circle(
        x + at * size * 0.36,
        y - at * size * 0.2,
        size * (0.6 - at * 0.12),
        mix(p.paper, p.accent, 0.15 + at * 0.15),
      ),
    );
  return (
    sky(mix(p.soft, p.paper, 0.35), p.paper) +
    circle(300, 190, 66, p.glow) +
    wave(330, mix(p.soft, p.mid, 0.3)) +
    wave(380, mix(p.soft, p.mid, 0.75)) +
    wave(430, p.mid) +
    rock(980, 470, 150, mix(p.deep, p.night, 0.3)) +
    rock(800, 480, 90, p.deep) +
    shape(`M0 ${height}V500Q300 450 620 510T1200 490V${height}Z`, mix(p.paper, p.glow, 0.35)) +
    ellipse(420, 585, 230, 52, mix(p.mid, p.soft, 0.4)) +
    ellipse(420, 580, 205, 42, mix(p.soft, p.mid, 0.2)) +
    star(380, 578, 30, p.accent) +
    shell(520, 590, 26) +
    times(26, () =>
      circle(
        random.between(30, 1170),
        random.between(560, 660),
        random.between(2, 6),
        mix(p.deep, p.paper, 0.5),
        `opacity="0.5"`,
      ),
    )
  );
};

const lanterns: Motif = (p, random) => {
  const lamp = (x: number, y: number, size: number, fill: string) =>
    line(`M${n(x)} 0V${n(y - size)}`, mix(p.night, p.paper, 0.35), 3) +
    ellipse(x, y, size * 1.9, size * 1.9, p.glow, `opacity="0.13"`) +
    ellipse(x, y, size * 0.86, size, fill) +
    ellipse(x, y, size * 0.4, size, mix(fill, p.glow, 0.45), `opacity="0.8"`) +
    box(x - size * 0.4, y - size * 1.08, size * 0.8, size * 0.16, p.night) +
    box(x - size * 0.4, y + size * 0.92, size * 0.8, size * 0.16, p.night);
  return (
    sky(p.night, mix(p.deep, p.mid, 0.5)) +
    times(40, () =>
      circle(random.between(0, width), random.between(0, 300), random.between(0.8, 2), "#ffffff", `opacity="0.5"`),
    ) +
    hills(random, 540, 26, mix(p.night, p.deep, 0.5)) +
    times(6, (at) => {
      const x = 130 + at * 190 + random.between(-30, 30);
      return lamp(
        x,
        random.between(170, 380),
        random.between(46, 74),
        at % 3 === 1 ? p.glow : at % 3 === 2 ? mix(p.accent, p.paper, 0.3) : p.accent,
      );
    }) +
    times(9, (at) => {
      const x = 70 + at * 140 + random.between(-30, 30);
      const y = 600 + random.between(-12, 20);
      return (
        circle(x, y - 62, 26, p.night) +
        shape(
          `M${n(x - 46)} ${height}C${n(x - 46)} ${n(y - 40)} ${n(x + 46)} ${n(y - 40)} ${n(x + 46)} ${height}Z`,
          p.night,
        )
      );
    })
  );
};

const meadow: Motif = (p, random) => {
  const stem = (x: number, base: number, tall: number, at: number) => {
    const lean = random.between(-30, 30);
    const [tipX, tipY] = [x + lean, base - tall];
    const flower = [p.accent, p.glow, p.paper][at % 3] ?? p.accent;
    return (
      line(`M${n(x)} ${n(base)}Q${n(x)} ${n(base - tall * 0.6)} ${n(tipX)} ${n(tipY)}`, p.deep, 5) +
      leaf(x + lean * 0.2, base - tall * 0.4, tall * 0.3, lean > 0 ? -35 : 215, p.deep) +
      times(6, (petal) => {
        const angle = (Math.PI / 3) * petal;
        return circle(tipX + Math.cos(angle) * 17, tipY + Math.sin(angle) * 17, 14, flower);
      }) +
      circle(tipX, tipY, 11, mix(p.accent, p.night, 0.4))
    );
  };
  return (
    sky(mix(p.soft, p.paper, 0.65), mix(p.paper, p.glow, 0.3)) +
    circle(220, 170, 80, mix(p.glow, p.paper, 0.3)) +
    hills(random, 420, 40, mix(p.soft, p.mid, 0.2)) +
    hills(random, 500, 36, mix(p.soft, p.mid, 0.6)) +
    times(13, (at) => stem(60 + at * 90 + random.between(-24, 24), height, random.between(150, 330), at)) +
    hills(random, 640, 10, p.mid)
  );
};

export const landscapes = { nightSky, trail, tide, lanterns, meadow };
