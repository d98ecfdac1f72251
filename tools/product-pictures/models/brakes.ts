// Brake disc, drum, caliper and pads.
import type * as THREE from "three";
import { M } from "../studio/finishes.ts";
import {
  around,
  box,
  cyl,
  disc,
  extrude,
  fillet,
  hole,
  lathe,
  merge,
  onCircle,
  poly,
  ring,
  TAU,
} from "../studio/geometry.ts";
import { boltHead, group, Kit, label, type Model } from "../studio/scene.ts";
import { at, block, cut, join, mesh, mirrorX, plate, rod, turn } from "../studio/sdf.ts";

function drilledPlate(R: number, ri: number, t: number): THREE.BufferGeometry {
  const s = disc(R);
  s.holes.push(hole(0, 0, ri));
  for (let a = 0; a < 12; a++)
    for (let k = 0; k < 4; k++) {
      const r = ri + 10 + k * ((R - ri - 18) / 3.05);
      const w = (a / 12) * TAU + k * 0.13;
      s.holes.push(hole(Math.cos(w) * r, Math.sin(w) * r, 3));
    }
  return extrude(s, t, 0.6, 72).rotateX(-Math.PI / 2);
}

export function brakeDisc(): Model {
  const k = new Kit();
  k.add(drilledPlate(156, 92, 8), M.turnedIron, [0, 8.5, 0]);
  k.add(drilledPlate(156, 92, 8), M.turnedIron, [0, -8.5, 0]);
  const vane = poly(
    fillet(
      [
        [95, -2.4],
        [120, 3],
        [151, -6],
        [151, -1],
        [121, 8.4],
        [95, 2.6],
      ],
      3,
      true,
    ),
  );
  const v = extrude(vane, 10, 0).rotateX(-Math.PI / 2);
  k.add(around(v, 36), M.castIron);
  k.add(ring(90, 96, 25, 0.5), M.turnedIron, [0, -12.5, 0]);
  // hat
  k.add(
    lathe(
      [
        [79, 42],
        [79, 34],
        [85, 34, 3],
        [85, 4],
        [92, 4],
        [92, 12.5],
        [90, 12.5, 2],
        [90, 42, 5],
      ],
      { bevel: 1, closed: true, seg: 128 },
    ),
    M.flake,
  );
  const top = disc(87, onCircle(5, 56, 7.2));
  top.holes.push(hole(0, 0, 33), hole(56 * Math.cos(0.63), 56 * Math.sin(0.63), 4.2));
  k.add(extrude(top, 7, 0.8, 64).rotateX(-Math.PI / 2), M.flake, [0, 38.6, 0]);
  k.add(ring(33, 43, 1.2, 0.4), M.turnedIron, [0, 41.4, 0]);
  k.add(label(58, 7, ["PW-2312  MIN TH 23.0"], "#3a3b3d"), undefined, [-2, 42.3, 74], [-90, 0, 0]);
  k.pose([90, 0, 0]);
  return { root: k.root, yaw: 34, pitch: 12, fill: 0.9 };
}

export function brakeDrum(): Model {
  const k = new Kit();
  k.add(
    lathe(
      [
        [38, 0],
        [70, 0, 6],
        [88, 8, 8],
        [122, 10, 6],
        [124, 16],
        [124, 62],
        [131, 62, 1],
        [131, 70],
        [114.3, 70],
        [114.3, 20, 4],
        [84, 17, 8],
        [66, 9, 5],
        [38, 9],
      ],
      { closed: true, bevel: 1.4, seg: 144 },
    ),
    M.castIron,
  );
  k.add(
    lathe(
      [
        [114.2, 22],
        [114.2, 69.5],
      ],
      { bevel: 0, seg: 144 },
    ),
    M.turnedIron,
  );
  for (const y of [24, 33, 42, 51]) k.add(ring(122, 129, 4, 1.4, 144), M.castIron, [0, y, 0]);
  k.add(ring(114.4, 130.6, 0.6, 0.3, 144), M.turnedIron, [0, 69.7, 0]);
  k.add(extrude(flange(), 3, 0.5, 48).rotateX(-Math.PI / 2), M.turnedIron, [0, -0.6, 0]);
  k.add(around(box(16, 2, 9, 0.8).translate(104, 7.6, 0), 2), M.castIron);
  k.pose([-90, 0, 0]);
  return { root: k.root, yaw: 36, pitch: 14 };
}

function flange(): THREE.Shape {
  const s = disc(66, onCircle(4, 50, 6.5));
  s.holes.push(hole(0, 0, 30), hole(50 * Math.SQRT1_2, 50 * Math.SQRT1_2, 4));
  return s;
}

export function brakeCaliper(): Model {
  const k = new Kit();
  const arch = (r: number, a: number, n = 16) =>
    Array.from({ length: n + 1 }, (_, i) => {
      const w = Math.PI / 2 - a / 2 + (a * i) / n;
      return [Math.cos(w) * r, Math.sin(w) * r - 165];
    });
  const ends = [
    [80, -66, 16],
    [-80, -66, 16],
  ];
  const outer = fillet(
    [...arch(178, 1.12), ends[1], ...arch(112, 0.86).reverse(), ends[0]],
    3,
    true,
  );
  const half = join(
    14,
    at([0, 0, 30], plate(outer, 26, 6)),
    at([-38, -22, 36], rod(27, 26, "z", 5)),
    at([38, -22, 36], rod(27, 26, "z", 5)),
  );
  const bridge = (x: number, w: number) => at([x, 4, 0], block(w, 20, 80, 6));
  const body = join(
    10,
    half,
    (x, y, z) => half(x, y, -z),
    bridge(-76, 34),
    bridge(76, 34),
    bridge(0, 24),
    at([0, 4, 44], block(84, 14, 8, 3)),
    mirrorX(at([94, -44, -34], turn([0, 0, 0], block(44, 34, 24, 8)))),
  );
  const shaped = cut(
    3,
    body,
    at([0, -60, 0], block(200, 130, 26, 1)),
    at([0, -22, 0], mirrorX(at([38, 0, 0], rod(20.5, 66, "z")))),
    mirrorX(at([106, -46, -34], rod(6.2, 60, "z"))),
    at([42, 10, 0], block(52, 40, 32, 6)),
    at([-42, 10, 0], block(52, 40, 32, 6)),
    at(
      [0, -12, 55],
      plate(
        [
          [-60, -3],
          [60, -3],
          [60, 11],
          [-60, 11],
        ],
        0,
        0,
      ),
    ),
  );
  k.add(mesh(shaped, [-125, -85, -65], [125, 32, 65], 120), M.red);
  for (const s of [-1, 1])
    for (const x of [-38, 38]) {
      k.add(ring(13, 20, 12, 1), M.polished, [x, -22, s * 12], [s * 90, 0, 0]);
      k.add(cyl(19, 3, 0.5), M.softRubber, [x, -22, s * 16], [s * 90, 0, 0]);
    }
  for (const x of [-38, 38]) {
    k.add(
      lathe(
        [
          [0, 3],
          [9, 3],
          [11, 5, 1],
          [17, 5],
          [18, 4],
          [18, 0],
        ],
        { bevel: 0.6 },
      ),
      M.turnedAlu,
      [x, -22, 47.5],
      [90, 0, 0],
    );
    k.add(cyl(3, 0.6, 0.1), M.dark, [x, -22, 50.3], [90, 0, 0]);
  }
  k.add(label(78, 11, ["PARTWRIGHT"], "#f2f0ea"), undefined, [0, 4.4, 50.8], [0, 0, 0]);
  for (const x of [-20, 20]) {
    k.add(cyl(3.6, 92, 0.6), M.polished, [x * 3.1, -2, -46], [90, 0, 0]);
    k.add(boltHead(8, M.darkSteel), undefined, [x * 3.1, -2, 45], [90, 0, 0]);
  }
  k.add(
    group((g) => {
      g.add(cyl(5.5, 8, 0.8), M.zinc);
      g.add(
        lathe(
          [
            [4, 8],
            [4, 13],
            [2.5, 16],
            [3.4, 18],
            [2.4, 22],
            [0, 22],
          ],
          { bevel: 0.4 },
        ),
        M.zinc,
      );
      g.add(
        lathe(
          [
            [4.6, 14],
            [5, 16],
            [4.2, 24],
            [2, 26],
            [0, 26],
          ],
          { bevel: 0.8 },
        ),
        M.softRubber,
      );
    }),
    undefined,
    [88, 12, 20],
    [0, 0, -20],
  );
  // spring plate over the pads
  k.add(box(60, 1.2, 24, 0.5), M.brushed, [0, 14, 0]);
  for (const s of [-1, 1]) {
    k.add(box(118, 48, 5, 3), M.black, [0, -26, s * 11]);
  }
  k.pose([0, 0, 0]);
  return { root: k.root, yaw: -28, pitch: 20 };
}

function padShape(w: number, h: number, r: number): THREE.Shape {
  const n = 14;
  const pts: number[][] = [];
  for (let i = 0; i <= n; i++) {
    const a = (i / n - 0.5) * 0.62;
    pts.push([Math.sin(a) * 200 * (w / 122), Math.cos(a) * 200 - 200 + h / 2]);
  }
  pts.push([w / 2, -h / 2 + 6, 5], [w / 2 - 10, -h / 2, 4]);
  for (let i = 0; i <= n; i++) {
    const a = (0.5 - i / n) * 0.5;
    pts.push([Math.sin(a) * 170 * (w / 122), Math.cos(a) * 170 - 170 - h / 2 + 5]);
  }
  pts.push([-w / 2 + 10, -h / 2, 4], [-w / 2, -h / 2 + 6, 5]);
  return poly(pts.slice().reverse(), r);
}

function pad(front: boolean): THREE.Group {
  return group((k) => {
    const ears = merge([
      extrude(padShape(124, 52, 1.5), 6, 0.5),
      box(14, 17, 6, 1).translate(66, 4, 0),
      box(14, 17, 6, 1).translate(-66, 4, 0),
    ]);
    k.add(ears, M.black);
    const half = (s: number) => {
      const b = poly(
        [
          [2.2 * s, 23],
          [50 * s, 14],
          [55 * s, -18],
          [48 * s, -24],
          [2.2 * s, -19],
        ],
        2,
      );
      return extrude(b, 11, 1.6);
    };
    k.add(half(1), M.friction, [0, 0, 8]);
    k.add(half(-1), M.friction, [0, 0, 8]);
    k.add(extrude(padShape(112, 46, 1.5), 1, 0.3), M.brushed, [0, 0, -3.6]);
    k.add(label(70, 9, ["PARTWRIGHT PW-4417 FF"], "#e6e4dc"), undefined, [0, 2, -4.3], [0, 180, 0]);
    if (!front) for (const x of [-30, 30]) k.add(cyl(11, 3, 0.8), M.zinc, [x, -4, -4], [-90, 0, 0]);
  });
}

export function brakePads(): Model {
  const k = new Kit();
  k.add(pad(true), undefined, [-58, 27, -30], [-16, 12, 0]);
  k.add(pad(true), undefined, [84, 27, -40], [-16, 2, 0]);
  k.add(pad(true), undefined, [-64, 4, 54], [-90, 16, 0]);
  k.add(pad(true), undefined, [80, 4, 46], [-90, -12, 0]);
  return { root: k.root, yaw: 10, pitch: 36, fill: 0.9 };
}
