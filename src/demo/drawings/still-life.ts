import {
  box,
  circle,
  ellipse,
  leaf,
  line,
  mix,
  type Motif,
  n,
  type Palette,
  shape,
  sky,
  times,
  width,
} from "./paint.ts";

/** A wall and a table. */
const room = (p: Palette, wall: string, table: string) =>
  sky(mix(wall, p.paper, 0.3), wall) +
  box(0, 500, width, 175, table) +
  box(0, 500, width, 8, mix(table, p.night, 0.25));

const shadow = (x: number, y: number, w: number) => ellipse(x, y, w, w * 0.11, "#000000", `opacity="0.16"`);

const bread: Motif = (p, random) => {
  const crust = mix(p.accent, p.night, 0.18);
  const ear = (x: number, y: number, turn: number) =>
    `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(turn)})">${line("M0 0V-250", mix(p.accent, p.glow, 0.4), 6)}${times(7, (at) => leaf(0, -120 - at * 20, 44, at % 2 === 0 ? -55 : -125, mix(p.glow, p.accent, 0.35)))}</g>`;
  const cuts = times(4, (at) => {
    const x = 430 + at * 105;
    return shape(
      `M${x} 430C${x + 40} 340 ${x + 70} 320 ${x + 96} 316C${x + 80} 340 ${x + 50} 380 ${x + 30} 440Z`,
      mix(p.paper, p.glow, 0.35),
    );
  });
  return (
    room(p, mix(p.soft, p.paper, 0.55), mix(p.mid, p.paper, 0.25)) +
    shadow(640, 560, 380) +
    shape("M290 540C270 380 420 250 640 250S1010 380 990 540C985 575 295 575 290 540Z", crust) +
    shape("M330 520C330 390 460 290 640 290S950 390 950 520C900 470 390 470 330 520Z", mix(crust, p.glow, 0.35)) +
    cuts +
    ear(1050, 600, 14) +
    ear(1100, 610, 34) +
    ear(1010, 610, -8) +
    times(60, () =>
      circle(random.between(250, 1150), random.between(575, 650), random.between(1.5, 4.5), p.paper, `opacity="0.8"`),
    )
  );
};

const letters: Motif = (p) =>
  room(p, mix(p.soft, p.paper, 0.4), mix(p.deep, p.mid, 0.35)) +
  `<g transform="rotate(-7 480 420)">${box(250, 180, 470, 400, p.paper)}${times(8, (at) => line(`M300 ${250 + at * 34}H${at === 7 ? 470 : 660 - (at % 3) * 28}`, mix(p.mid, p.paper, 0.45), 7))}</g>` +
  `<g transform="rotate(5 720 440)">${shadow(740, 600, 300)}${box(500, 330, 480, 270, mix(p.paper, p.glow, 0.22))}${shape("M500 330L740 500L980 330Z", mix(p.paper, p.glow, 0.5))}${line("M500 330L740 500L980 330M500 600L690 464M980 600L790 464", mix(p.accent, p.paper, 0.4), 4)}${circle(740, 495, 38, p.accent)}${circle(740, 495, 25, mix(p.accent, p.night, 0.25))}</g>` +
  `<g transform="rotate(38 1040 300)">${box(1020, 120, 26, 330, mix(p.accent, p.night, 0.3), `rx="10"`)}${shape("M1020 450H1046L1033 512Z", p.night)}${box(1020, 140, 26, 22, p.glow)}</g>`;

const thread: Motif = (p, random) => {
  const patch = (x: number, y: number, size: number, fill: string, turn: number) =>
    `<g transform="translate(${x} ${y}) rotate(${turn})">${box(-size, -size, size * 2, size * 2, fill, `rx="16"`)}${line(`M${n(-size + 18)} ${n(-size + 18)}H${n(size - 18)}V${n(size - 18)}H${n(-size + 18)}Z`, p.paper, 6, `stroke-dasharray="22 16"`)}</g>`;
  const button = (x: number, y: number, size: number, fill: string) =>
    circle(x, y, size, fill) +
    circle(x, y, size * 0.76, mix(fill, p.night, 0.15)) +
    times(4, (at) =>
      circle(x + (at % 2 === 0 ? -1 : 1) * size * 0.24, y + (at < 2 ? -1 : 1) * size * 0.24, size * 0.1, p.paper),
    );
  return (
    sky(mix(p.mid, p.soft, 0.35), mix(p.mid, p.deep, 0.4)) +
    times(26, (at) => line(`M${at * 50} 0V675`, p.paper, 1.5, `opacity="0.12"`)) +
    times(15, (at) => line(`M0 ${at * 50}H1200`, p.paper, 1.5, `opacity="0.12"`)) +
    patch(420, 350, 170, p.accent, -8) +
    patch(640, 400, 120, mix(p.soft, p.paper, 0.3), 12) +
    button(870, 240, 58, p.paper) +
    button(1000, 330, 42, p.glow) +
    button(890, 400, 34, mix(p.accent, p.paper, 0.4)) +
    line("M90 560C240 640 330 470 470 560S760 660 900 560", p.glow, 7) +
    line("M900 560L1090 500", mix(p.paper, p.soft, 0.3), 12) +
    ellipse(914, 556, 9, 3, p.mid, `transform="rotate(-18 914 556)"`) +
    times(8, () =>
      button(
        random.between(60, 1140),
        random.between(40, 120),
        random.between(10, 16),
        mix(p.deep, p.paper, random.between(0.2, 0.6)),
      ),
    )
  );
};

const wave = (y: number, swing: number, every: number, color: string, size: number) => {
  let d = `M-20 ${y}`;
  for (let x = -20, up = -1; x < width + every; x += every, up = -up)
    d += `q${n(every / 2)} ${n(up * swing)} ${n(every)} 0`;
  return line(d, color, size, `opacity="0.85"`);
};

const note = (x: number, y: number, fill: string) =>
  ellipse(x, y, 34, 25, fill, `transform="rotate(-20 ${x} ${y})"`) + line(`M${x + 30} ${y - 8}V${y - 150}`, fill, 8);

const notes: Motif = (p, random) => {
  return (
    sky(p.deep, mix(p.night, p.deep, 0.4)) +
    times(5, (at) => line(`M80 ${210 + at * 56}H1120`, mix(p.soft, p.deep, 0.5), 3)) +
    wave(330, 150, 190, p.glow, 7) +
    wave(330, 110, 126, p.accent, 7) +
    note(330, 350, p.paper) +
    note(560, 294, p.paper) +
    note(800, 378, p.paper) +
    note(980, 238, p.paper) +
    times(30, () =>
      circle(random.between(0, width), random.between(0, 675), random.between(1, 4), p.soft, `opacity="0.25"`),
    )
  );
};

const sprig = (x: number, y: number, size: number, fill: string) =>
  line(`M${n(x)} ${n(y)}Q${n(x + size * 0.1)} ${n(y - size * 0.5)} ${n(x)} ${n(y - size)}`, fill, 5) +
  times(5, (at) => leaf(x + 4, y - size * (0.2 + at * 0.16), size * 0.26, at % 2 === 0 ? -30 : 210, fill));

const notebook: Motif = (p, random) => {
  return (
    room(p, mix(p.glow, p.paper, 0.55), mix(p.accent, p.paper, 0.35)) +
    shadow(600, 610, 470) +
    shape("M180 190Q390 150 600 200V600Q390 555 180 592Z", p.paper) +
    shape("M1020 190Q810 150 600 200V600Q810 555 1020 592Z", mix(p.paper, p.soft, 0.22)) +
    line("M600 200V600", mix(p.mid, p.paper, 0.4), 4) +
    times(7, (at) =>
      line(
        `M660 ${270 + at * 40}Q790 ${254 + at * 40} ${940 - (at % 3) * 60} ${266 + at * 40}`,
        mix(p.mid, p.paper, 0.5),
        5,
      ),
    ) +
    sprig(300, 520, 260, p.mid) +
    sprig(400, 530, 180, p.deep) +
    circle(480, 300, 36, mix(p.accent, p.paper, 0.25)) +
    times(6, (at) => leaf(480, 300, 60, at * 60, mix(p.glow, p.accent, 0.5))) +
    circle(480, 300, 13, p.night) +
    `<g transform="rotate(-32 1010 520)">${box(900, 500, 260, 26, p.accent)}${shape("M900 500V526L858 513Z", mix(p.paper, p.glow, 0.5))}${shape("M872 509V517L858 513Z", p.night)}</g>` +
    times(14, () =>
      circle(random.between(230, 560), random.between(230, 330), random.between(2, 4), p.accent, `opacity="0.35"`),
    )
  );
};

const tea: Motif = (p, random) => {
  const steam = (x: number) =>
    line(`M${x} 250C${x - 40} 210 ${x + 40} 180 ${x} 140S${x + 30} 90 ${x} 60`, p.paper, 12, `opacity="0.6"`);
  return (
    room(p, mix(p.soft, p.mid, 0.25), mix(p.accent, p.night, 0.45)) +
    circle(920, 190, 110, mix(p.glow, p.paper, 0.2), `opacity="0.75"`) +
    shadow(500, 585, 320) +
    shape("M250 290H750C745 450 660 560 500 560S255 450 250 290Z", mix(p.paper, p.soft, 0.12)) +
    shape(
      "M250 290H750C748 330 742 365 730 396C600 340 400 340 270 396C258 365 252 330 250 290Z",
      mix(p.soft, p.mid, 0.4),
    ) +
    ellipse(500, 290, 250, 52, mix(p.paper, p.soft, 0.3)) +
    ellipse(500, 292, 222, 41, mix(p.accent, p.glow, 0.4)) +
    leaf(420, 294, 70, -14, p.deep) +
    leaf(560, 288, 54, 18, mix(p.deep, p.mid, 0.4)) +
    steam(440) +
    steam(520) +
    times(9, () =>
      leaf(
        random.between(820, 1120),
        random.between(545, 630),
        random.between(36, 70),
        random.between(-40, 40),
        mix(p.deep, p.mid, random.next()),
      ),
    )
  );
};

const brush: Motif = (p, random) => {
  const stroke = (d: string, size: number) => line(d, p.night, size);
  return (
    sky(mix(p.paper, p.glow, 0.12), mix(p.paper, p.soft, 0.3)) +
    box(180, 70, 560, 540, "#ffffff", `opacity="0.75"`) +
    line(
      "M180 70H740V610H180Z M460 70V610M180 340H740M180 70L740 610M740 70L180 610",
      mix(p.accent, p.paper, 0.55),
      3,
      `stroke-dasharray="14 12"`,
    ) +
    stroke("M460 140C452 260 452 420 462 560", 40) +
    stroke("M260 260C380 244 560 238 664 252", 34) +
    stroke("M452 270C410 380 330 470 236 520", 30) +
    stroke("M468 270C520 380 600 460 690 512", 36) +
    ellipse(960, 520, 130, 60, mix(p.night, p.deep, 0.3)) +
    ellipse(960, 508, 104, 42, p.night) +
    ellipse(936, 500, 40, 12, mix(p.night, p.soft, 0.5)) +
    `<g transform="rotate(24 960 250)">${box(946, 20, 28, 330, mix(p.accent, p.glow, 0.3), `rx="12"`)}${box(942, 340, 36, 30, p.night)}${shape("M942 370H978C984 420 968 450 960 480C952 450 936 420 942 370Z", p.night)}</g>` +
    box(650, 530, 62, 62, p.accent, `rx="8"`) +
    times(10, () =>
      circle(random.between(770, 1160), random.between(590, 650), random.between(2, 9), p.night, `opacity="0.5"`),
    )
  );
};

const jars: Motif = (p, random) => {
  const jar = (x: number, size: number, fill: string, at: number) => {
    const [w, top] = [size * 0.62, 560 - size * 1.5];
    return (
      shadow(x, 566, w * 1.15) +
      box(x - w, top, w * 2, size * 1.5, mix(p.paper, p.soft, 0.35), `rx="${n(size * 0.24)}"`) +
      box(x - w + 10, top + size * 0.34, w * 2 - 20, size * 1.13, fill, `rx="${n(size * 0.2)}"`) +
      times(7, () =>
        circle(
          x + random.between(-w * 0.62, w * 0.62),
          top + size * random.between(0.55, 1.3),
          size * 0.13,
          mix(fill, at % 2 === 0 ? p.night : p.paper, 0.28),
        ),
      ) +
      box(x - w * 0.8, top - size * 0.2, w * 1.6, size * 0.26, mix(p.accent, p.night, 0.25), `rx="8"`) +
      box(x - w + 22, top + size * 0.4, 12, size * 0.8, "#ffffff", `rx="6" opacity="0.5"`)
    );
  };
  return (
    room(p, mix(p.soft, p.paper, 0.5), mix(p.deep, p.mid, 0.3)) +
    jar(250, 170, mix(p.accent, p.glow, 0.25), 0) +
    jar(500, 220, mix(p.mid, p.glow, 0.35), 1) +
    jar(760, 190, mix(p.glow, p.accent, 0.2), 2) +
    jar(980, 150, mix(p.accent, p.deep, 0.35), 3) +
    leaf(1060, 600, 90, -18, p.mid) +
    leaf(90, 620, 80, -30, mix(p.mid, p.soft, 0.4))
  );
};

const books: Motif = (p, random) => {
  const tones = [p.deep, p.accent, p.mid, p.glow, mix(p.accent, p.night, 0.4), p.soft, p.night];
  let x = 190;
  const shelf = times(13, (at) => {
    const [w, tall] = [random.between(46, 78), random.between(240, 370)];
    const fill = tones[at % tones.length] ?? p.deep;
    const book =
      box(x, 540 - tall, w, tall, fill, `rx="4"`) +
      box(x + 8, 540 - tall + 30, w - 16, 10, mix(fill, p.paper, 0.6)) +
      box(x + 8, 480, w - 16, 6, mix(fill, p.paper, 0.4));
    x += w + 4;
    return book;
  });
  return (
    sky(mix(p.paper, p.soft, 0.35), mix(p.paper, p.glow, 0.25)) +
    box(0, 540, width, 26, mix(p.accent, p.night, 0.45)) +
    box(0, 566, width, 120, mix(p.accent, p.night, 0.2)) +
    shelf
  );
};

export const stillLife = { bread, letters, thread, notes, notebook, tea, brush, jars, books };
