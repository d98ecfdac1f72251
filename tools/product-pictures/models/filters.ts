// Oil, air, cabin and fuel filters.
import type * as THREE from "three";
import { M } from "../studio/finishes.ts";
import { box, cyl, extrude, lathe, merge, poly, ring, roundRect } from "../studio/geometry.ts";
import { group, Kit, label, type Model, printed, text, wrap } from "../studio/scene.ts";

export function oilFilter(): Model {
  const k = new Kit();
  const print = printed(
    2400,
    760,
    (c, w, h) => {
      c.fillStyle = "#f0efec";
      c.fillRect(0, 0, w, h);
      c.fillStyle = "#17375e";
      c.fillRect(0, 0, w, 150);
      c.fillStyle = "#c8551b";
      c.fillRect(0, 150, w, 22);
      for (const x of [300, 1100, 1900]) {
        text(c, "PARTWRIGHT", x, 78, 92, "#ffffff");
        text(c, "PW-1042", x, 300, 150, "#17375e");
        text(c, "OIL FILTER", x, 430, 74, "#333333");
        text(c, "M20 x 1.5   76 x 98 mm   20 Nm", x, 530, 40, "#555555", "normal");
        text(c, "TURN 3/4 AFTER SEAL CONTACT", x, 600, 34, "#777777", "normal");
      }
      c.fillStyle = "#17375e";
      c.fillRect(0, 680, w, 80);
    },
    0.3,
    0.8,
  );
  const base = group((g) => {
    g.add(wrap(38, 6, 72, 90, 360, print));
    // crimped seam, fluted grip and dome
    g.add(
      lathe(
        [
          [35, 0],
          [39.6, 0],
          [39.6, 5],
          [38, 6.2],
          [36, 6],
        ],
        { bevel: 1.2 },
      ),
      M.zinc,
    );
    g.add(
      lathe(
        [
          [38, 78],
          [38, 80],
          [36, 84, 3],
        ],
        { bevel: 0 },
      ),
      M.black,
    );
    const flutes: THREE.Shape = poly(
      Array.from({ length: 112 }, (_, i) => {
        const w = (i / 112) * Math.PI * 2;
        const r = 36.2 + (i % 8 < 4 ? 1.5 : 0);
        return [Math.cos(w) * r, Math.sin(w) * r];
      }),
      0.8,
    );
    g.add(extrude(flutes, 13, 1).rotateX(-Math.PI / 2), M.black, [0, 87, 0]);
    g.add(
      lathe(
        [
          [35.5, 93],
          [34, 97.5, 4],
          [12, 98.5],
          [0, 98.5],
        ],
        { bevel: 2 },
      ),
      M.black,
    );
  });
  k.add(base, undefined, [0, 0, 0], [0, 33, 0]);
  // a second one lying down shows the seal and the thread
  const lying = group((g) => {
    const can = base.clone();
    can.rotation.set(0, 0, 0);
    g.add(can);
    g.add(
      lathe(
        [
          [33.5, 2],
          [33.5, -2],
          [28, -2],
          [28, 2],
        ],
        { bevel: 1.4 },
      ),
      M.orangeRubber,
    );
    g.add(
      lathe(
        [
          [36, 1],
          [27, 1.4],
          [24, 4],
          [14, 4],
          [10.6, 1],
        ],
        { bevel: 1.5 },
      ),
      M.zinc,
    );
    g.add(
      lathe(
        [
          [12.5, 1],
          [12.5, -3],
          [10, -3],
          [9.6, 0],
          [9.9, 1],
          [9.5, 2],
          [9.9, 3],
          [9.5, 4],
          [9.9, 5],
          [9.5, 20],
        ],
        { bevel: 0.3 },
      ),
      M.steel,
    );
    g.add(cyl(9.5, 1), M.dark, [0, 18, 0]);
    for (let i = 0; i < 8; i++) {
      const w = (i / 8) * Math.PI * 2;
      g.add(cyl(3, 0.5, 0.1, 24), M.dark, [Math.cos(w) * 18.5, 3.4, Math.sin(w) * 18.5], [0, 0, 0]);
    }
  });
  const turned = group((g) => g.add(lying, undefined, [0, 0, 0], [0, 60, 90]));
  k.add(turned, undefined, [146, 39.6, 96], [0, -32, 0]);
  return { root: k.root, yaw: 18, pitch: 20 };
}

function pleats(w: number, d: number, h: number, n: number): THREE.BufferGeometry {
  const pts: number[][] = [];
  for (let i = 0; i <= n * 2; i++) pts.push([-w / 2 + (w * i) / (n * 2), i % 2 ? h / 2 : -h / 2]);
  for (let i = n * 2; i >= 0; i--)
    pts.push([-w / 2 + (w * i) / (n * 2), (i % 2 ? h / 2 : -h / 2) - 1.2]);
  return extrude(poly(pts), d, 0);
}

export function airFilter(): Model {
  const k = new Kit();
  const frame = roundRect(292, 204, 14);
  frame.holes.push(roundRect(258, 170, 7));
  k.add(extrude(frame, 17, 3).rotateX(-Math.PI / 2), M.pu, [0, 8.5, 0]);
  const lip = roundRect(304, 216, 18);
  lip.holes.push(roundRect(288, 200, 12));
  k.add(extrude(lip, 6, 2.4).rotateX(-Math.PI / 2), M.pu, [0, 14, 0]);
  k.add(pleats(262, 174, 40, 40), M.paper, [0, 6, 0]);
  for (const x of [-52, 52]) k.add(box(3, 2.5, 172, 1), M.pu, [x, 26, 0]);
  k.add(
    label(120, 9, ["PARTWRIGHT  PW-2208  AIR FILTER"], "#40210c"),
    undefined,
    [0, 17.3, 94],
    [-90, 0, 0],
  );
  k.add(label(26, 9, ["FLOW"], "#40210c"), undefined, [-110, 17.3, 94], [-90, 0, 0]);
  return { root: k.root, yaw: 30, pitch: 40, fill: 0.93 };
}

export function cabinFilter(): Model {
  const k = new Kit();
  k.add(pleats(240, 212, 30, 21), M.felt, [0, 18, 0]);
  for (const s of [-1, 1]) {
    k.add(box(254, 36, 4, 0.8), M.whiteFelt, [0, 18, s * 110]);
    k.add(box(4, 36, 224, 0.8), M.whiteFelt, [s * 125, 18, 0]);
  }
  k.add(label(150, 16, ["PARTWRIGHT PW-3310 CARBON"], "#1d5a36"), undefined, [-30, 18, 112.3]);
  const arrow = poly([
    [-14, -4],
    [4, -4],
    [4, -9],
    [16, 0],
    [4, 9],
    [4, 4],
    [-14, 4],
  ]);
  k.add(extrude(arrow, 0.4, 0), M.greenPlastic, [88, 18, 112.2], [0, 0, -90]);
  k.pose([0, 0, 0]);
  return { root: k.root, yaw: -32, pitch: 34, fill: 0.9 };
}

export function fuelFilter(): Model {
  const k = new Kit();
  k.add(
    lathe(
      [
        [0, 0],
        [12, 0],
        [24, 4, 4],
        [27.5, 10, 3],
        [27.5, 112, 3],
        [24, 118, 4],
        [12, 122],
        [0, 122],
      ],
      { bevel: 1.5 },
    ),
    M.alu,
  );
  for (const y of [13, 106]) k.add(ring(27, 29.2, 5, 1.6), M.turnedAlu, [0, y, 0]);
  const spigot = lathe(
    [
      [0, 0],
      [9, 0],
      [9, 5],
      [5, 6],
      [4, 8],
      [4, 18],
      [5.2, 19, 0.5],
      [5.2, 21],
      [4, 22.5],
      [4, 34],
      [2.6, 34.5],
      [2.6, 28],
      [0, 28],
    ],
    { bevel: 0.5 },
  );
  k.add(spigot, M.steel, [0, 121, 0]);
  k.add(spigot, M.steel, [0, 1, 0], [180, 0, 0]);
  k.add(spigot, M.steel, [13, 118.5, 0], [0, 0, -14], 0.86);
  const print = printed(
    1600,
    720,
    (c, w, h) => {
      c.fillStyle = "#e8e8e6";
      c.fillRect(0, 0, w, h);
      c.fillStyle = "#1c1d20";
      c.fillRect(0, 0, w, 150);
      text(c, "PARTWRIGHT", w / 2, 78, 100, "#ffffff");
      text(c, "PW-5081", w / 2, 270, 150, "#1c1d20");
      text(c, "FUEL FILTER  10 MICRON", w / 2, 400, 74, "#c8551b");
      text(c, "FLOW", w / 2 - 180, 560, 110, "#1c1d20");
      c.fillRect(w / 2, 540, 260, 36);
      c.beginPath();
      c.moveTo(w / 2 + 260, 490);
      c.lineTo(w / 2 + 370, 558);
      c.lineTo(w / 2 + 260, 626);
      c.fill();
    },
    0.35,
    0.5,
  );
  k.add(wrap(27.7, 26, 62, 90, 250, print));
  k.add(merge([ring(29, 31, 12, 0.4)]), M.black, [0, 92, 0]);
  k.add(box(16, 12, 22, 1.5), M.black, [0, 98, -36]);
  k.pose([0, 0, -90]).pose([0, 22, 0]);
  return { root: k.root, yaw: 8, pitch: 20 };
}
