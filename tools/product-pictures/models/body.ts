// LED head lamp, door mirror and wiper blade.
import * as THREE from "three";
import { M } from "../studio/finishes.ts";
import {
  box,
  cyl,
  extrude,
  fillet,
  type Geo,
  lathe,
  merge,
  poly,
  ring,
} from "../studio/geometry.ts";
import { finish } from "../studio/material.ts";
import { bend, smooth, sweep } from "../studio/paths.ts";
import { connector, group, Kit, label, type Model } from "../studio/scene.ts";
import { at, bar, block, cut, join, mesh, plate, rod, type Sdf } from "../studio/sdf.ts";

const outlineLamp = fillet(
  [
    [-170, -44, 26],
    [-60, -70, 40],
    [110, -62, 26],
    [168, -20, 24],
    [190, 58, 16],
    [150, 66, 40],
    [-30, 40, 90],
    [-168, 6, 20],
  ],
  20,
  true,
  8,
);

// Bends flat things backwards the way a lamp follows the wing.
function sweepBack(g: THREE.BufferGeometry): THREE.BufferGeometry {
  const p = g.attributes.position;
  for (let i = 0; i < p.count; i++) {
    const x = p.getX(i);
    p.setZ(i, p.getZ(i) - 0.0011 * (x + 60) * (x + 60) - 0.0016 * p.getY(i) * p.getY(i));
  }
  return g;
}

export function headLamp(): Model {
  const k = new Kit();
  const back = (x: number) => -0.0011 * (x + 60) * (x + 60);
  const shell = (grow: number): Sdf => {
    const f = plate(outlineLamp, 400, 0);
    return (x, y, z) => Math.max(f(x, y, 0) - grow, 0 * z + -1e9);
  };
  const outer = (x: number, y: number, z: number) => {
    const zz = z - back(x) + 0.0016 * y * y;
    return Math.max(shell(2)(x, y, z), Math.abs(zz + 55) - 55) * 0.7;
  };
  const inner = (x: number, y: number, z: number) => {
    const zz = z - back(x) + 0.0016 * y * y;
    return Math.max(shell(-3)(x, y, z), Math.abs(zz + 40) - 52) * 0.7;
  };
  k.add(mesh(cut(1, outer, inner), [-180, -80, -190], [200, 80, 8], 150), M.plastic);
  // bezel with two projector pods
  const bez = (x: number, y: number, z: number) => {
    const zz = z - back(x) + 0.0016 * y * y;
    return Math.max(shell(-3)(x, y, z), Math.abs(zz + 46 + 0.08 * y) - 6) * 0.7;
  };
  const pods: [number, number, number][] = [
    [-6, -14, 34],
    [84, -2, 34],
  ];
  const podCut = pods.map(([x, y, r]) => at([x, y, back(x) - 30], rod(r - 3, 120, "z")));
  const podAdd = pods.map(([x, y, r]) =>
    at([x, y, back(x) - 38], (a, b, c) =>
      Math.max(Math.hypot(a, b) - r - (c + 16) * -0.1, Math.abs(c) - 20),
    ),
  );
  k.add(
    mesh(cut(1.4, join(5, bez, ...podAdd), ...podCut), [-178, -76, -190], [196, 72, 0], 150),
    M.gloss,
  );
  for (const [x, y] of pods) {
    const z = back(x) - 36;
    k.add(
      lathe(
        [
          [31, -30],
          [30.4, 8],
          [27, 14, 2],
          [26, 8],
          [25, -10],
        ],
        { bevel: 1 },
      ),
      M.chrome,
      [x, y, z],
      [90, 0, 0],
    );
    k.add(cyl(29, 1, 0.2), M.dark, [x, y, z - 22], [90, 0, 0]);
    k.add(
      lathe(
        [
          [0, 17],
          [8, 16.2],
          [16, 13, 20],
          [23, 7, 12],
          [25, 0],
          [25, -4],
          [0, -4],
        ],
        { bevel: 4, seg: 72 },
      ),
      finish({ color: "#31435c", rough: 0.05, coat: 1, coatRough: 0.04, metal: 0.4 }),
      [x, y, z - 4],
      [90, 0, 0],
    );
    k.add(
      new THREE.SphereGeometry(17, 32, 20),
      finish({ color: "#9fc0ea", glow: 0.5, rough: 0.1 }),
      [x, y, z - 4],
      [0, 0, 0],
      [1, 1, 0.35],
    );
    k.add(
      lathe(
        [
          [25, 0],
          [29, 0],
          [29, 3],
          [25, 3],
        ],
        { closed: true },
      ),
      M.polished,
      [x, y, z + 2],
      [90, 0, 0],
    );
  }
  // daytime strip, indicator reflector and fins
  const guide = smooth(
    [
      [-152, -28, 0],
      [-90, -48, 0],
      [-30, -60, 0],
      [60, -58, 0],
      [108, -50, 0],
      [146, -16, 0],
      [166, 44, 0],
    ],
    90,
  ).map((p) => new THREE.Vector3(p.x, p.y, back(p.x) - 0.0016 * p.y * p.y - 28));
  k.add(sweep(guide, 4.2, { seg: 16 }), M.glow);
  k.add(
    sweep(
      guide.map((p) => p.clone().add(new THREE.Vector3(0, 0, -5))),
      7,
      { seg: 16 },
    ),
    M.chrome,
  );
  const fins: Geo[] = [];
  for (let i = 0; i < 9; i++)
    fins.push(sweepBack(box(3, 36 - i * 1.6, 26, 1).translate(-62 - i * 11, -14 + i * 0.6, -34)));
  k.add(merge(fins), M.chrome);
  k.add(sweepBack(box(104, 7, 8, 2).translate(-100, 12, -30)), M.amber, [0, -4, 0], [0, 0, -2]);
  k.add(
    label(40, 6, ["PARTWRIGHT LED"], "#c9ccd2"),
    undefined,
    [34, 26, back(34) - 38],
    [0, 6, 10],
  );
  // lens
  const smooth2 = (a: number, b: number) => {
    const h = Math.max(6 - Math.abs(a - b), 0) / 6;
    return Math.min(a, b) - h * h * 1.5;
  };
  const lens = (x: number, y: number, z: number) => {
    const zz = z - back(x) + 0.0016 * y * y;
    const e = shell(1)(x, y, z);
    return -smooth2(-e, 7 - Math.abs(zz + 6)) * 0.7;
  };
  k.add(mesh(lens, [-180, -80, -190], [200, 80, 8], 130), M.clear);
  for (const [x, y, z] of [
    [-110, 42, -44],
    [118, 84, -92],
  ]) {
    k.add(box(26, 36, 10, 3), M.plastic, [x, y - 8, z]);
    k.add(ring(4, 7, 11, 0.6), M.zinc, [x, y, z - 5.5], [90, 0, 0]);
  }
  return { root: k.root, yaw: 24, pitch: 14, fill: 0.93 };
}

export function doorMirror(): Model {
  const k = new Kit();
  const out = fillet(
    [
      [-104, -58, 46],
      [88, -66, 34],
      [104, 52, 40],
      [-88, 66, 60],
    ],
    30,
    true,
    8,
  );
  const flat = plate(out, 10, 2);
  const dome: Sdf = (x, y, z) => {
    const t = Math.max(0, Math.min(1, -z / 86));
    const s = Math.sqrt(Math.max(0.02, 1 - t * t * 0.94));
    return Math.max((flat(x / s, y / s, 0) + 0) * s * 0.75, z - 4, -86 - z);
  };
  const shell = cut(
    3,
    dome,
    at(
      [0, 0, 4],
      plate(
        out.map(([x, y]) => [x * 0.93, y * 0.9]),
        22,
        3,
      ),
    ),
  );
  k.add(mesh(shell, [-112, -72, -90], [112, 72, 8], 120), M.gloss);
  k.add(extrude(poly(out.map(([x, y]) => [x * 0.925, y * 0.89])), 4, 0.6), M.plastic, [0, 0, -5]);
  k.add(
    extrude(poly(out.map(([x, y]) => [x * 0.87, y * 0.82])), 2, 0.5),
    M.mirror,
    [0, 0, 0],
    [-0.6, 0.8, 0],
  );
  const rim = new THREE.Shape(out.map((p) => new THREE.Vector2(...p)));
  rim.holes.push(
    new THREE.Path(out.map(([x, y]) => new THREE.Vector2(x * 0.94, y * 0.91)).reverse()),
  );
  k.add(extrude(rim, 7, 1.5), M.plastic, [0, 0, 3]);
  const foot = join(
    10,
    bar([-60, -56, -34], [-104, -82, -30], 18, 20),
    at([-132, -74, -30], block(16, 80, 74, 9)),
    bar([-104, -82, -30], [-128, -76, -30], 22, 26),
  );
  k.add(mesh(foot, [-146, -124, -76], [-30, -24, 20], 90), M.plastic);
  k.add(ring(16, 21, 3, 1), M.dark, [-84, -70, -32], [0, 0, -58]);
  for (const [y, z] of [
    [-48, -46],
    [-48, -14],
    [-104, -30],
  ])
    k.add(cyl(4, 26, 0.6), M.zinc, [-138, y, z], [0, 0, 90]);
  k.add(
    sweep(
      bend(
        [
          [-140, -74, -30],
          [-168, -80, -20],
          [-176, -112, 0],
          [-150, -130, 30],
        ],
        20,
      ),
      4,
    ),
    M.softRubber,
  );
  k.add(connector(16, 12, 18, 4), undefined, [-146, -130, 34], [0, 30, -60]);

  k.add(label(18, 8, ["HEAT"], "#8f9aa5"), undefined, [60, -46, 0.2]);

  return { root: k.root, yaw: 22, pitch: 12, fill: 0.92 };
}

export function wiperBlade(): Model {
  const one = group((k) => {
    const arc = (x: number) => 26 * (1 - (x / 150) ** 2);
    const path = Array.from({ length: 61 }, (_, i) => {
      const x = -150 + i * 5;
      return new THREE.Vector3(x, arc(x), 0);
    });
    const spoiler = [
      [3, -5.5],
      [6, -4.6],
      [13.5, 3.6],
      [12.4, 5],
      [5, 4.6],
      [3, 5.5],
    ];
    k.add(sweep(path, spoiler, { up: [0, 1, 0], bevel: 0.5 }), M.softRubber);
    k.add(
      sweep(
        path,
        [
          [1.6, -5.8],
          [3, -5.8],
          [3, 5.8],
          [1.6, 5.8],
        ],
        { up: [0, 1, 0], bevel: 0.3 },
      ),
      M.steel,
    );
    k.add(
      sweep(
        path,
        [
          [1.6, -3],
          [-1.2, -3],
          [-1.2, -0.8],
          [-2.4, -2.2],
          [-3.4, -0.6],
          [-8, -0.35],
          [-8, 0.35],
          [-3.4, 0.6],
          [-2.4, 2.2],
          [-1.2, 0.8],
          [-1.2, 3],
          [1.6, 3],
        ],
        { up: [0, 1, 0], bevel: 0.15 },
      ),
      M.rubber,
    );
    const clip = join(2, block(40, 13, 14, 3), at([6, 8, 0], block(22, 8, 10, 2)));
    k.add(
      mesh(cut(1, clip, at([4, 12, 0], block(12, 8, 6, 1))), [-22, -8, -9], [22, 14, 9], 70),
      M.plastic,
      [0, 33, 0],
    );
    k.add(box(10, 2, 9, 0.5), M.greyPlastic, [-12, 40.4, 0]);
    for (const s of [-1, 1]) {
      const cap = mesh(block(16, 13, 13, 4), [-10, -8, -8], [10, 8, 8], 40);
      k.add(cap, M.plastic, [s * 148, arc(148) + 5, 0], [0, 0, s * -20]);
    }
    k.add(
      label(60, 5, ["PARTWRIGHT 600"], "#c9c7c0"),
      undefined,
      [62, arc(62) + 8, 5.2],
      [-14, 0, -9],
    );
  });
  const k = new Kit();
  k.add(one, undefined, [0, 8, 0], [0, 0, 0]);
  k.add(one.clone(), undefined, [14, 8, 52], [0, 8, 0]);
  return { root: k.root, yaw: 48, pitch: 24, fill: 0.95 };
}
