// Turbocharger.
import * as THREE from "three";
import { M } from "../studio/finishes.ts";
import { box, cyl, hexPrism, lathe, merge, ring, TAU } from "../studio/geometry.ts";
import { bend, sweep } from "../studio/paths.ts";
import { boltHead, group, Kit, type Model, stud } from "../studio/scene.ts";
import { at, bar, block, cut, join, mesh, rod, type Sdf, spin } from "../studio/sdf.ts";

// A spiral housing round Y whose section grows along the turn, ending in a straight outlet.
function volute(R: number, r0: number, r1: number, hand: number): Sdf {
  return (x, y, z) => {
    const a = (Math.atan2(z * hand, x) + TAU) % TAU;
    const t = a / TAU;
    const r = r0 + (r1 - r0) * t;
    const c = R + r * 0.55;
    const q = Math.hypot(x, z) - c;
    return (Math.hypot(q, y) - r) * 0.85;
  };
}

function compressorWheel() {
  return group((k) => {
    k.add(
      lathe(
        [
          [0, 24],
          [4, 24],
          [5.5, 18, 6],
          [9, 8, 10],
          [26, 0.6],
          [26, 0],
          [0, 0],
        ],
        { bevel: 0.6 },
      ),
      M.turnedAlu,
    );
    const blade = (full: boolean) => {
      const g = new THREE.BufferGeometry();
      const pos: number[] = [];
      const idx: number[] = [];
      const n = 14;
      for (let i = 0; i <= n; i++) {
        const t = i / n;
        const top = full ? 23 : 14;
        const y = top * (1 - t) ** 1.3 + 0.4;
        const hub = 4.8 + 21 * t ** 1.9;
        const tip = 18 + 8 * t ** 2.2;
        const tw = 0.75 * (1 - t) ** 1.5 - t * 0.35;
        for (const s of [0, 0.5, 1]) {
          const r = hub + (tip - hub) * s;
          const yy = y + s * (1 - t) * 1 + s * t * 4.5;
          const a = tw + s * 0.12;
          pos.push(r * Math.cos(a), yy, r * Math.sin(a));
        }
        if (i < n)
          for (const s of [0, 1]) {
            const b = i * 3 + s;
            idx.push(b, b + 1, b + 3, b + 1, b + 4, b + 3);
          }
      }
      g.setAttribute("position", new THREE.Float32BufferAttribute(pos, 3));
      g.setAttribute(
        "uv",
        new THREE.Float32BufferAttribute(new Float32Array((pos.length / 3) * 2), 2),
      );
      g.setIndex(idx);
      g.computeVertexNormals();
      return g;
    };
    const all = Array.from({ length: 12 }, (_, i) => blade(i % 2 === 0).rotateY((i / 12) * TAU));
    k.add(merge(all), M.polished);
    k.add(hexPrism(7, 5), M.steel, [0, 23.5, 0]);
  });
}

export function turbocharger(): Model {
  const k = new Kit();
  // compressor side faces +Y
  const out = (x: number, y: number, z: number) => bar([54, 0, 0], [54, 0, -74], 24, 21)(x, y, z);
  const comp = cut(
    1.2,
    join(
      5,
      volute(40, 11, 24, 1),
      out,
      at([54, 0, -76], rod(24, 8, "z", 2)),
      at([0, 2, 0], rod(44, 26, "y", 3)),
      at([0, 26, 0], rod(34, 48, "y", 2)),
      at([0, 46, 0], rod(36.5, 8, "y", 3)),
      at([0, -18, 0], rod(56, 8, "y", 2)),
    ),
    at([0, 30, 0], rod(27, 60, "y")),
    at([0, 48, 0], (x, y, z) => (Math.hypot(x, z) - 27 - (y + 2) * 0.6) * 0.8 + (y < -6 ? 9 : 0)),
    bar([54, 0, -50], [54, 0, -96], 17.5),
    at([54, 0, -101], block(60, 60, 42)),
  );
  k.add(mesh(comp, [-84, -26, -90], [92, 54, 84], 110), M.castAlu, [0, 44, 0]);
  k.add(ring(27, 34.6, 0.8, 0.3), M.turnedAlu, [0, 93.6, 0]);
  k.add(
    lathe(
      [
        [26.9, 92],
        [26.9, 40],
      ],
      { bevel: 0 },
    ),
    M.turnedAlu,
  );
  k.add(cyl(27, 1), M.castAlu, [0, 54, 0]);
  k.add(compressorWheel(), undefined, [0, 64, 0]);
  // bearing housing
  const core = cut(
    1,
    join(
      6,
      at([0, 10, 0], rod(30, 46, "y", 4)),
      at([0, -8, 0], rod(46, 8, "y", 2)),
      at([0, 24, 0], rod(48, 8, "y", 2)),
      at([0, 8, 34], block(44, 18, 30, 4)),
      at([0, 8, -34], block(44, 20, 22, 4)),
    ),
    at([0, 8, 50], rod(8, 30, "z")),
  );
  k.add(mesh(core, [-54, -16, -50], [54, 34, 54], 70), M.castIron);
  for (const x of [-15, 15]) k.add(boltHead(8), undefined, [x, 8, 48], [90, 0, 0]);
  k.add(ring(8, 11, 1, 0.3), M.turnedIron, [0, 8, 48], [90, 0, 0]);
  k.ring(6, 50, 22, () => boltHead(8), 15);
  // V band and turbine housing
  k.add(
    lathe(
      [
        [45, -16],
        [50, -15],
        [50, -5],
        [45, -4],
      ],
      { bevel: 1 },
    ),
    M.steel,
  );
  k.add(box(12, 12, 22, 1.5), M.steel, [-38, -10, 38], [0, 45, 0]);
  k.add(stud(3, 30), undefined, [-52, -10, 30], [90, 0, 0]);
  const turb = cut(
    1.2,
    join(
      6,
      volute(38, 13, 25, -1),
      bar([54, 0, 0], [58, 0, 62], 23, 22),
      at([60, 0, 70], block(74, 58, 13, 5)),
      at([0, -22, 0], rod(38, 34, "y", 3)),
      at([0, -36, 0], rod(50, 9, "y", 2)),
      spin(4, at([46, -36, 0], rod(11, 9, "y", 2))),
    ),
    at([0, -30, 0], rod(27, 60, "y")),
    at([60, 0, 72], block(36, 30, 40, 8)),
    at([60, 0, 70], (x, y, z) => rod(5, 40, "z")(Math.abs(x) - 28, Math.abs(y) - 21, z)),
    spin(4, at([46, -36, 0], rod(4.6, 30, "y"))),
  );
  k.add(mesh(turb, [-84, -44, -84], [104, 32, 84], 110), M.inconel, [0, -42, 0]);
  // wastegate actuator
  k.add(
    group((g) => {
      g.add(
        lathe(
          [
            [0, 0],
            [14, 0, 3],
            [22, 5, 4],
            [24, 13],
            [26, 14],
            [26, 17],
            [24, 18],
            [22, 26, 5],
            [10, 31],
            [0, 31],
          ],
          { bevel: 1 },
        ),
        M.yellowZinc,
      );
      g.add(cyl(3, 12, 0.5), M.brass, [12, 28, 0]);
      g.add(cyl(2.6, 78, 0.4), M.zinc, [0, -74, 0]);
      g.add(hexPrism(9, 6), M.zinc, [0, -52, 0]);
      g.add(box(10, 18, 4, 1.5), M.inconel, [0, -78, 0]);
    }),
    undefined,
    [-66, 44, 44],
    [0, 0, 0],
  );
  k.add(
    sweep(
      bend(
        [
          [-66, 40, 44],
          [-54, 40, 34],
          [-40, 34, 26],
        ],
        8,
      ),
      [
        [-10, -1.6],
        [10, -1.6],
        [10, 1.6],
        [-10, 1.6],
      ],
      { up: [0, 1, 0] },
    ),
    M.zinc,
  );
  k.add(
    sweep(
      bend(
        [
          [-54, 75, 44],
          [-54, 92, 44],
          [-40, 92, 30],
          [-30, 78, 20],
        ],
        9,
      ),
      3.6,
    ),
    M.softRubber,
  );

  k.pose([90, 0, 0]);
  return { root: k.root, yaw: -40, pitch: 16, fill: 0.93 };
}
