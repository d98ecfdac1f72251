// Timing belt, timing chain, V-ribbed belt and belt tensioner.
import * as THREE from "three";
import { M } from "../studio/finishes.ts";
import {
  box,
  cyl,
  extrude,
  type Geo,
  hexPrism,
  lathe,
  merge,
  poly,
  ring,
} from "../studio/geometry.ts";
import { finish } from "../studio/material.ts";
import { sweep } from "../studio/paths.ts";
import { boltHead, canvasTexture, group, Kit, type Model, text } from "../studio/scene.ts";
import { at, bar, cut, join, mesh, rod } from "../studio/sdf.ts";

// A closed loop in the XZ plane.
function loop(points: number[][], n: number): THREE.Vector3[] {
  const c = new THREE.CatmullRomCurve3(
    points.map(([x, z]) => new THREE.Vector3(x, 0, z)),
    true,
    "catmullrom",
    0.6,
  );
  const p = c.getSpacedPoints(n);
  p.pop();
  return p;
}

function printedBelt(path: THREE.Vector3[], w: number, s: string, color: string): THREE.Mesh {
  const n = path.length;
  const pos: number[] = [];
  const uv: number[] = [];
  const nor: number[] = [];
  const idx: number[] = [];
  for (let i = 0; i <= n; i++) {
    const a = path[(i + n - 1) % n];
    const b = path[(i + 1) % n];
    const t = b.clone().sub(a).normalize();
    const o = new THREE.Vector3(t.z, 0, -t.x);
    const p = path[i % n].clone().addScaledVector(o, 0.12);
    for (const h of [-1, 1]) {
      pos.push(p.x, (h * w) / 2, p.z);
      nor.push(o.x, 0, o.z);
      uv.push(1 - i / n, (h + 1) / 2);
    }
    if (i < n) idx.push(i * 2, i * 2 + 1, i * 2 + 2, i * 2 + 1, i * 2 + 3, i * 2 + 2);
  }
  const g = new THREE.BufferGeometry();
  g.setAttribute("position", new THREE.Float32BufferAttribute(pos, 3));
  g.setAttribute("normal", new THREE.Float32BufferAttribute(nor, 3));
  g.setAttribute("uv", new THREE.Float32BufferAttribute(uv, 2));
  g.setIndex(idx);
  const map = canvasTexture(4096, 100, (c, W, H) => {
    for (let i = 0; i < 5; i++) text(c, s, W * (0.1 + i * 0.2), H / 2, 56, color);
  });
  return new THREE.Mesh(g, finish({ color: "#ffffff", map, decal: true, rough: 0.6 }));
}

function outward(path: THREE.Vector3[]): number {
  let a = 0;
  for (let i = 0; i < path.length; i++) {
    const q = path[(i + 1) % path.length];
    a += path[i].x * q.z - q.x * path[i].z;
  }
  return Math.sign(a);
}

export function timingBelt(): Model {
  const k = new Kit();
  const pts = [
    [-130, 0],
    [-96, -52],
    [-20, -36],
    [60, -64],
    [128, -30],
    [130, 34],
    [70, 66],
    [-10, 44],
    [-90, 58],
  ].map(([x, z]) => [x, z]);
  const path = loop(pts, 524);
  const s = outward(path);
  k.add(
    sweep(
      path,
      [
        [-12.5, -1.1],
        [12.5, -1.1],
        [12.5, 1.1],
        [-12.5, 1.1],
      ],
      { closed: true, up: [0, 1, 0], bevel: 0.3 },
    ),
    M.rubber,
  );
  const teeth: Geo[] = [];
  for (let i = 0; i < 131; i++) {
    const p = path[i * 4];
    const q = path[(i * 4 + 1) % 524];
    const t = q.clone().sub(p).normalize();
    const inn = new THREE.Vector3(-t.z * s, 0, t.x * s);
    const g = lathe(
      [
        [0, -12.4],
        [2.3, -12.4],
        [2.3, 12.4],
        [0, 12.4],
      ],
      { bevel: 0.3, seg: 12 },
    );
    const c = p.clone().addScaledVector(inn, 1.6);
    teeth.push(g.translate(c.x, 0, c.z));
  }
  k.add(merge(teeth), M.softRubber);
  k.add(
    printedBelt(
      path.map((p, i) => {
        const q = path[(i + 1) % 524];
        const t = q.clone().sub(p).normalize();
        return p.clone().addScaledVector(new THREE.Vector3(t.z * s, 0, -t.x * s), 1.1);
      }),
      15,
      "PARTWRIGHT  131 RP 25",
      "#e9e6d8",
    ),
  );
  return { root: k.root, yaw: -20, pitch: 36, fill: 0.92 };
}

export function ribbedBelt(): Model {
  const k = new Kit();
  // two and a half turns, coiled the way belts are packed
  const path: THREE.Vector3[] = [];
  for (let i = 0; i < 420; i++) {
    const w = (i / 420) * Math.PI * 4;
    const r = 78 + 16 * Math.cos(w / 2) + 7 * Math.cos(w * 1.0 + 0.7);
    path.push(
      new THREE.Vector3(r * 1.32 * Math.cos(w), 12 * Math.sin(w / 2 + 0.4), r * 0.92 * Math.sin(w)),
    );
  }

  const ribs: number[][] = [
    [-10.7, -2.4],
    [-10.7, 0],
  ];
  for (let i = 0; i < 6; i++) {
    const y = -10.7 + i * 3.56;
    ribs.push([y + 0.5, 2.4], [y + 2.6, 2.4], [y + 3.56, i === 5 ? 0 : -0.2]);
  }
  ribs.push([10.7, -2.4]);

  k.add(sweep(path, ribs, { closed: true, up: [0, 1, 0], bevel: 0.35 }), M.rubber);
  return { root: k.root, yaw: 12, pitch: 32, fill: 0.92 };
}

export function timingChain(): Model {
  const k = new Kit();
  // the endless chain lies in two turns
  const turns: THREE.Vector3[] = [];
  for (let i = 0; i < 720; i++) {
    const w = (i / 720) * Math.PI * 4;
    const r = 74 + 13 * Math.cos(w / 2) + 5 * Math.cos(w + 0.8);
    turns.push(
      new THREE.Vector3(r * 1.16 * Math.cos(w), 6.5 * Math.sin(w / 2), r * 0.9 * Math.sin(w)),
    );
  }
  const path = new THREE.CatmullRomCurve3(turns, true).getSpacedPoints(240);
  const plates: Geo[] = [];
  const marked: Geo[] = [];
  const pins: Geo[] = [];
  const rollers: Geo[] = [];
  const n = 120;
  const at2 = (i: number) => path[((i % n) * 2) % 240];
  const side = (L: number) => {
    const a: number[][] = [];
    for (let j = 0; j <= 8; j++) {
      const w = -Math.PI / 2 + (j / 8) * Math.PI;
      a.push([L / 2 + 2.9 * Math.cos(w), 2.9 * Math.sin(w)]);
    }
    a.push([0, 2]);
    for (let j = 0; j <= 8; j++) {
      const w = Math.PI / 2 + (j / 8) * Math.PI;
      a.push([-L / 2 + 2.9 * Math.cos(w), 2.9 * Math.sin(w)]);
    }
    a.push([0, -2]);
    return poly(a);
  };
  for (let i = 0; i < n; i++) {
    const a = at2(i);
    const b = at2(i + 1);
    const L = a.distanceTo(b);
    const w = Math.atan2(-(b.z - a.z), b.x - a.x);
    const ys = i % 2 ? [2.2, -2.2] : [3.5, -3.5];
    for (const y of ys) {
      const g = extrude(side(L), 1.1, 0.22)
        .rotateX(-Math.PI / 2)
        .rotateY(w)
        .translate((a.x + b.x) / 2, (a.y + b.y) / 2 + y, (a.z + b.z) / 2);
      (i === 8 || i === 84 ? marked : plates).push(g);
    }
    pins.push(
      lathe(
        [
          [0, -4.8],
          [1.5, -4.8],
          [1.5, 4.8],
          [0, 4.8],
        ],
        { bevel: 0.3, seg: 14 },
      ).translate(a.x, a.y, a.z),
    );
    rollers.push(
      lathe(
        [
          [2.3, -1.6],
          [2.3, 1.6],
        ],
        { bevel: 0, seg: 14 },
      ).translate(a.x, a.y, a.z),
    );
  }
  k.add(merge(plates), M.darkSteel);
  k.add(merge(marked), M.yellowZinc);
  k.add(merge(pins), M.polished);
  k.add(merge(rollers), M.steel);
  return { root: k.root, yaw: 16, pitch: 40, fill: 0.93 };
}

export function tensioner(): Model {
  const k = new Kit();
  const arm = cut(
    1.5,
    join(
      9,
      rod(30, 34, "y", 3),
      bar([0, 10, 0], [66, 10, 22], 13, 11),
      at([66, 8, 22], rod(17, 22, "y", 3)),
      bar([0, -8, 0], [-40, -12, 24], 9, 9),
      at([-42, -12, 24], rod(12, 14, "y", 2)),
      bar([0, -8, 0], [-20, -12, -40], 9, 9),
      at([-20, -12, -42], rod(12, 14, "y", 2)),
    ),
    rod(9, 80, "y"),
    at([-42, -12, 24], rod(5, 40, "y")),
    at([-20, -12, -42], rod(5, 40, "y")),
    at([0, 16, 0], rod(22, 12, "y", 2)),
  );
  k.add(mesh(arm, [-58, -22, -58], [88, 24, 44], 125), M.castAlu);
  for (let i = 0; i < 3; i++) k.add(ring(30.2, 31.4, 2.2, 0.8), M.darkSteel, [0, -8 + i * 4.4, 0]);
  k.add(cyl(21, 6, 1), M.plastic, [0, 11, 0]);
  k.add(boltHead(17), undefined, [0, 16, 0]);
  k.add(
    group((g) => {
      g.add(
        lathe(
          [
            [12, 3],
            [14, 0, 2],
            [31, 0, 3],
            [33, 2],
            [35, 2],
            [35, 26],
            [33, 26],
            [31, 28, 3],
            [14, 28, 2],
            [12, 24],
          ],
          { bevel: 0.8, seg: 112 },
        ),
        M.groundSteel,
      );
      g.add(ring(14, 27, 1.6, 0.5), M.darkSteel, [0, 27.4, 0]);
      g.add(
        lathe(
          [
            [0, 29],
            [13, 29],
            [15, 32],
            [12, 35],
            [0, 36],
          ],
          { bevel: 1.4 },
        ),
        M.plastic,
      );
      g.add(hexPrism(13, 5), M.zinc, [0, 35, 0]);
    }),
    undefined,
    [66, 20, 22],
  );
  k.add(box(14, 5, 10, 1), M.castAlu, [22, 18, -26]);

  k.pose([62, 0, 14]);
  return { root: k.root, yaw: 14, pitch: 20 };
}
