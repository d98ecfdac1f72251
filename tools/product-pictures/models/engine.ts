// Piston, rings, exhaust valve and cylinder head gasket.
import * as THREE from "three";
import { M } from "../studio/finishes.ts";
import { extrude, type Geo, hole, lathe, merge, poly, ring, TAU } from "../studio/geometry.ts";
import { sweep } from "../studio/paths.ts";
import { group, Kit, label, type Model } from "../studio/scene.ts";
import { at, block, both, cut, join, mesh, mirrorX, mirrorZ, rod } from "../studio/sdf.ts";

export function piston(): Model {
  const k = new Kit();
  const outer = rod(42.6, 62, "y", 0.6);
  const bosses = mirrorZ(at([0, -10, 27], rod(14, 20, "z", 2)));
  const inner = at([0, -14, 0], rod(37, 62, "y", 10));
  const sides = mirrorZ(at([0, -26, 41], block(70, 40, 20, 5)));
  const shell = join(3, cut(5, cut(2, outer, sides), inner), both(1, bosses, outer));
  const valve = (x: number, z: number, r: number) => at([x, 33, z], rod(r, 8, "y", 1));
  const body = cut(
    0.6,
    shell,
    mirrorZ(at([0, -10, 30], rod(11, 60, "z"))),
    at([0, 24.4, 0], cut(0, rod(60, 40), rod(39.4, 80))),
    valve(17.6, 15.6, 13.4),
    valve(17.6, -15.6, 13.4),
    valve(-19, 15, 12),
    valve(-19, -15, 12),
    mirrorX(at([40, -32, 0], block(30, 8, 40, 3))),
  );
  k.add(mesh(body, [-46, -34, -46], [46, 34, 46], 140), M.turnedAlu);
  // lands and grooves of the ring belt
  k.add(
    lathe(
      [
        [39, 30],
        [39.15, 31.06, 0.03],
        [42.6, 31.06],
        [43, 30.4],
        [43, 23.8],
        [39.6, 23.8],
        [39.6, 22.4],
        [43, 22.4],
        [43, 17.6],
        [39.6, 17.6],
        [39.6, 16],
        [43, 16],
        [43, 12.2],
        [39.6, 12.2],
        [39.6, 9],
        [43, 9],
        [43, 4.8],
        [42.4, 4.1],
        [38, 4.1],
      ],
      { bevel: 0.25, seg: 128 },
    ),
    M.turnedAlu,
  );
  k.add(
    lathe(
      [
        [39.8, 23.6],
        [42.9, 23.6],
        [42.9, 22.6],
        [39.8, 22.6],
      ],
      { bevel: 0.15, seg: 128 },
    ),
    M.polished,
  );
  k.add(
    lathe(
      [
        [39.8, 17.4],
        [42.9, 17.4],
        [42.9, 16.2],
        [39.8, 16.2],
      ],
      { bevel: 0.15, seg: 128 },
    ),
    M.darkSteel,
  );
  for (const y of [11.4, 9.4])
    k.add(
      lathe(
        [
          [39.8, y],
          [42.9, y],
          [42.9, y + 0.5],
          [39.8, y + 0.5],
        ],
        { bevel: 0.1, seg: 128 },
      ),
      M.polished,
    );
  for (const s of [0, Math.PI])
    k.add(
      lathe(
        [
          [42.75, -27.5],
          [42.75, 2.5],
        ],
        { bevel: 0, seg: 32, start: s - 0.62, arc: 1.24 },
      ),
      M.graphite,
    );
  k.add(
    lathe(
      [
        [6.5, -31],
        [11, -31],
        [11, 31],
        [6.5, 31],
      ],
      { closed: true, bevel: 0.8 },
    ),
    M.groundSteel,
    [0, -10, 0],
    [90, 0, 0],
  );
  k.add(ring(9.4, 11.6, 1, 0.3), M.darkSteel, [0, -10, 31.6], [90, 0, 0]);
  k.add(label(14, 4, ["86.00 F"], "#77787a", 0.6), undefined, [0, 31.05, 0], [-90, 0, 90]);
  return { root: k.root, yaw: 34, pitch: 26, fill: 0.88 };
}

export function ringSet(): Model {
  const k = new Kit();
  const one = (
    y: number,
    h: number,
    w: number,
    m: THREE.ShaderMaterial,
    gap: number,
    tilt: number,
  ) => {
    const g = lathe(
      [
        [43 - w, 0],
        [43, 0],
        [43, h],
        [43 - w, h],
      ],
      {
        closed: true,
        bevel: 0.18,
        seg: 140,
        start: gap,
        arc: TAU - 0.045,
      },
    );
    const caps = [gap + 0.0, gap + TAU - 0.045].map((a) =>
      new THREE.PlaneGeometry(w, h).translate(43 - w / 2, h / 2, 0).rotateY(a),
    );
    k.add(merge([g, ...caps]), m, [0, y, 0], [tilt, 0, 0]);
  };
  one(0, 1.6, 3.6, M.polished, 1.2, 0);
  const wave: THREE.Vector3[] = [];
  for (let i = 0; i <= 720; i++) {
    const a = (i / 720) * (TAU - 0.05);
    const r = 41.3 + 1.1 * Math.sin(i * 0.42);
    wave.push(new THREE.Vector3(Math.cos(a) * r, 3.6 + 0.9 * Math.sin(i * 0.84), -Math.sin(a) * r));
  }
  k.add(
    sweep(
      wave,
      [
        [-0.9, -0.16],
        [0.9, -0.16],
        [0.9, 0.16],
        [-0.9, 0.16],
      ],
      { up: [0, 1, 0], bevel: 0.05 },
    ),
    M.steel,
    [0, 0.2, 0],
  );
  one(5.6, 1.0, 2.9, M.polished, 3.4, 0);
  k.pose([0, 0, 0]);
  const out = new Kit();
  out.add(k.root);
  k.root = new THREE.Group();
  one(0, 3, 5, M.darkSteel, 2.1, 0);
  out.add(k.root, undefined, [58, 6, 12], [6, 0, 10]);
  k.root = new THREE.Group();
  one(0, 2.6, 5, M.groundSteel, 4.3, 0);
  out.add(k.root, undefined, [20, 43, -50], [72, 18, 0]);
  return { root: out.root, yaw: 14, pitch: 27, fill: 0.92 };
}

export function exhaustValve(): Model {
  const v = group((k) => {
    k.add(
      lathe(
        [
          [0, 0],
          [4.2, 0.8, 3],
          [9, 0.2],
          [14.6, 0],
          [15.5, 1.2, 0.3],
          [15.5, 2.4, 0.2],
          [13.4, 4.5, 0.2],
          [9, 6.5, 8],
          [4.4, 13, 12],
          [3, 26, 10],
          [3, 42],
        ],
        { bevel: 0.3, seg: 96 },
      ),
      M.inconel,
    );
    k.add(
      lathe(
        [
          [15.6, 2.3],
          [13.4, 4.5],
        ],
        { bevel: 0, seg: 96 },
      ),
      M.polished,
    );
    k.add(
      lathe(
        [
          [2.98, 40],
          [2.98, 96],
          [2.5, 96.6, 0.4],
          [2.5, 98.4, 0.4],
          [2.98, 99],
          [2.98, 103.4],
          [0, 104],
        ],
        { bevel: 0.25, seg: 48 },
      ),
      M.groundSteel,
    );
    k.add(
      lathe(
        [
          [3.02, 38.5],
          [3.06, 39.5],
          [3.02, 40.5],
        ],
        { bevel: 0.2 },
      ),
      M.darkSteel,
    );
  });
  const k = new Kit();
  k.add(v.clone(), undefined, [0, 15.5, 0], [90, 0, 0]);
  k.root.clear();
  for (let i = 0; i < 3; i++) k.add(v.clone(), undefined, [i * 38 - 38, 0, i % 2 ? 6 : 0]);
  k.add(v.clone(), undefined, [-52, 15.5, 44], [0, 30, -82.5]);
  return { root: k.root, yaw: 16, pitch: 24, fill: 0.92 };
}

export function headGasket(): Model {
  const k = new Kit();
  const W = 400;
  const H = 170;
  const pts: number[][] = [];
  for (let i = 0; i < 4; i++)
    pts.push([-150 + i * 100 - 24, -H / 2 + 8, 14], [-150 + i * 100 + 24, -H / 2, 14]);
  pts.push(
    [W / 2 + 8, -H / 2, 12],
    [W / 2 + 10, -20, 10],
    [W / 2 + 22, -8, 8],
    [W / 2 + 22, 26, 8],
    [W / 2 + 4, 40, 10],
    [W / 2, H / 2, 14],
  );
  for (let i = 3; i >= 0; i--)
    pts.push([-150 + i * 100 + 20, H / 2 + 2, 12], [-150 + i * 100 - 20, H / 2 - 8, 12]);
  pts.push([-W / 2 - 4, H / 2 - 4, 14], [-W / 2 - 6, -H / 2 + 6, 14]);
  const bores = [-150, -50, 50, 150];
  const sheet = (inset: number) => {
    const s = poly(
      pts.map(([x, y, r]) => [x * (1 - inset / 260), y * (1 - inset / 90), r]),
      10,
    );
    for (const x of bores) s.holes.push(hole(x, 0, 44, 88));
    for (const x of [-200, -100, 0, 100, 196])
      for (const y of [-68, 66]) s.holes.push(hole(x * 0.965, y, 6.4, 24));
    for (const x of bores)
      for (const [dx, y, r] of [
        [-22, 60, 4],
        [22, 60, 4],
        [0, 64, 5.5],
        [-20, -60, 4.5],
        [20, -60, 3],
        [48, 22, 3],
        [48, -26, 3],
      ])
        if (Math.abs(x + dx) < 190) s.holes.push(hole(x + dx, y, r, 20));
    return s;
  };
  k.add(extrude(sheet(0), 1, 0.15), M.darkSteel, [0, 0, 0]);
  k.add(extrude(sheet(0), 0.8, 0.12), M.black, [0, 0, 1.4]);
  k.add(extrude(sheet(0), 0.8, 0.12), M.brushed, [0, 0, -1.4]);
  for (const x of bores) {
    k.add(ring(43.6, 46.6, 3.8, 1, 120), M.polished, [x, 0, -1.9], [90, 0, 0]);
    k.add(ring(49.4, 51, 2.6, 0.7, 100).rotateX(0), M.black, [x, 0, -0.4], [90, 0, 0]);
  }
  const bead: Geo[] = [];
  for (const x of [-193, -96.5, 0, 96.5, 189])
    for (const y of [-68, 66])
      bead.push(
        ring(8, 10, 0.8, 0.3, 40)
          .rotateX(Math.PI / 2)
          .translate(x, y, 1.6),
      );
  k.add(merge(bead), M.gloss);
  k.add(label(34, 4.4, ["PARTWRIGHT MLS 1.35"], "#d6d3c6"), undefined, [-44, 77, 1.85]);
  k.add(label(18, 9, ["TOP"], "#d6d3c6"), undefined, [206, 10, 1.85]);
  k.pose([-52, 0, 0]);
  return { root: k.root, yaw: -26, pitch: 22, fill: 0.93 };
}
