// Water pump, thermostat and radiator.
import * as THREE from "three";
import { M } from "../studio/finishes.ts";
import {
  around,
  box,
  cyl,
  extrude,
  type Geo,
  lathe,
  merge,
  poly,
  ring,
  torus,
} from "../studio/geometry.ts";
import { smooth, sweep } from "../studio/paths.ts";
import { boltHead, group, Kit, label, type Model } from "../studio/scene.ts";
import { at, bar, block, cut, join, mesh, rod, spin } from "../studio/sdf.ts";

export function waterPump(): Model {
  const k = new Kit();
  const lugs = spin(6, at([58, -16, 0], rod(11, 12, "y", 2)));
  const body = cut(
    1,
    join(
      6,
      at([0, -16, 0], rod(54, 12, "y", 2)),
      lugs,
      at([0, 6, 0], rod(30, 40, "y", 4)),
      spin(6, at([36, -4, 0], block(30, 18, 5, 2))),
      bar([20, -2, 24], [52, 14, 62], 15, 13),
    ),
    spin(6, at([58, -16, 0], rod(4.6, 40, "y"))),
    at([0, 26, 0], rod(22, 16, "y")),
    bar([46, 10, 54], [70, 22, 84], 9),
  );
  k.add(mesh(body, [-74, -26, -74], [80, 32, 84], 120), M.castAlu);
  k.add(ring(40, 55, 1.4, 0.4), M.turnedAlu, [0, -23, 0]);
  k.add(
    lathe([
      [0, 22],
      [12, 22],
      [12, 44],
      [0, 44],
    ]),
    M.groundSteel,
  );
  k.add(
    lathe(
      [
        [0, 38],
        [16, 38],
        [20, 42],
        [40, 42],
        [43, 44],
        [43, 47, 1],
        [40, 48],
        [18, 48],
        [12, 52],
        [0, 52],
      ],
      { bevel: 1 },
    ),
    M.zinc,
  );
  k.ring(4, 30, 46, () => boltHead(9));
  k.add(ring(14, 22, 2, 0.5), M.softRubber, [0, 24, 0]);
  k.pose([62, 0, 0]);
  const w = group((g) => {
    g.add(
      lathe(
        [
          [5, 0],
          [34, 0],
          [36, 2],
          [36, 4],
          [12, 6],
          [9, 18],
          [5, 18],
        ],
        { closed: true, bevel: 0.8 },
      ),
      M.castIron,
    );
    const vane = sweep(
      smooth(
        [
          [9, 0, 0],
          [20, 0, 5],
          [34, 0, 17],
        ],
        16,
      ),
      [
        [0, -1.4],
        [15, -1.4],
        [13, 1.4],
        [0, 1.4],
      ],
      { up: [0, 1, 0], bevel: 0.4 },
    );
    g.add(around(vane, 7), M.castIron, [0, 3, 0]);
    g.add(ring(4.6, 8, 1, 0.3), M.turnedIron, [0, 17.8, 0]);
  });
  const out = new Kit();
  out.add(k.root, undefined, [0, 66, 0]);
  out.add(w, undefined, [112, 0, 34], [0, 0, 0], 1.15);

  return { root: out.root, yaw: 20, pitch: 20 };
}

export function thermostat(): Model {
  const k = new Kit();
  const body = cut(
    1,
    join(
      8,
      at([0, 4, 0], rod(32, 9, "y", 2)),
      bar([-40, 4, 0], [40, 4, 0], 5),
      at([-41, 4, 0], rod(11, 9, "y", 2)),
      at([41, 4, 0], rod(11, 9, "y", 2)),
      at([0, 14, 0], rod(27, 24, "y", 8)),
      bar([0, 20, 0], [0, 40, 44], 21, 18),
      bar([18, 16, -6], [38, 34, -26], 8, 7),
    ),
    rod(24, 18, "y"),
    bar([0, 22, 4], [0, 46, 58], 14.5),
    at([-41, 4, 0], rod(4.4, 40, "y")),
    at([41, 4, 0], rod(4.4, 40, "y")),
  );
  k.add(mesh(body, [-56, -2, -36], [56, 66, 66], 120), M.castAlu);
  for (const s of [-1, 1]) k.add(ring(4.5, 9, 0.6, 0.2), M.turnedAlu, [s * 41, 8.3, 0]);
  k.add(
    lathe(
      [
        [17, 0],
        [19, 3],
        [17.6, 5],
        [17.6, 14],
      ],
      { bevel: 0.8 },
    ),
    M.castAlu,
    [0, 35, 38],
    [56, 0, 0],
  );
  k.add(
    group((g) => {
      g.add(
        lathe(
          [
            [18, -2],
            [30, -2],
            [30, 0.6],
            [27, 0.6],
          ],
          { bevel: 0.4 },
        ),
        M.brass,
      );
      g.add(torus(30.6, 2.3), M.softRubber);
      g.add(
        lathe(
          [
            [18, -1],
            [18, -5],
            [14, -8],
            [5, -8],
            [5, -11],
          ],
          { bevel: 0.8 },
        ),
        M.brass,
      );
      g.add(
        lathe(
          [
            [0, -36],
            [5.5, -36],
            [6.5, -34],
            [6.5, -14],
            [5, -11],
            [0, -10],
          ],
          { bevel: 0.8 },
        ),
        M.copper,
      );
      const coil: THREE.Vector3[] = [];
      for (let i = 0; i <= 170; i++) {
        const w = (i / 170) * Math.PI * 2 * 4.4;
        const r = 15 - (i / 170) * 4;
        coil.push(new THREE.Vector3(Math.cos(w) * r, -6 - (i / 170) * 25, Math.sin(w) * r));
      }
      g.add(sweep(coil, 1.2, { seg: 10 }), M.steel);
      for (const s of [-1, 1])
        g.add(
          sweep(
            smooth(
              [
                [s * 22, -1, 0],
                [s * 20, -20, 0],
                [s * 11, -35, 0],
              ],
              14,
            ),
            [
              [-4, -0.7],
              [4, -0.7],
              [4, 0.7],
              [-4, 0.7],
            ],
            { up: [0, 0, 1] },
          ),
          M.brass,
        );
      g.add(cyl(12, 1.6, 0.5), M.brass, [0, -36, 0]);
      for (const s of [-1, 1]) g.add(box(6, 26, 1.4, 0.5), M.brass, [s * 9, 8, 0], [0, 0, s * 24]);
      g.add(cyl(3, 22, 0.6, 30), M.polished, [0, -1, 0]);
      g.add(box(10, 1.5, 7, 0.4), M.brass, [0, 20.6, 0]);
    }),
    undefined,
    [88, 25, 46],
    [0, 20, 74],
  );
  return { root: k.root, yaw: 18, pitch: 24 };
}

export function radiator(): Model {
  const k = new Kit();
  const W = 420;
  const H = 300;
  const tubes: Geo[] = [];
  const fins: Geo[] = [];
  const rows = 21;
  for (let i = 0; i < rows; i++) {
    const y = -H / 2 + (i + 0.5) * (H / rows);
    tubes.push(new THREE.BoxGeometry(W, 2.6, 22).translate(0, y, 0));
  }
  for (let i = 0; i < rows - 1; i++) {
    const y = -H / 2 + (i + 1) * (H / rows);
    const n = 56;
    const pts: number[][] = [];
    for (let j = 0; j <= n; j++) pts.push([-W / 2 + (W * j) / n, (j % 2 ? 1 : -1) * 5.6]);
    for (let j = n; j >= 0; j--) pts.push([-W / 2 + (W * j) / n, (j % 2 ? 1 : -1) * 5.6 - 0.9]);
    fins.push(extrude(poly(pts), 12, 0).translate(0, y + 0.4, 2));
  }
  k.add(merge(tubes), M.alu);
  k.add(merge(fins), M.alu);
  k.add(new THREE.BoxGeometry(W, H, 4), M.steel, [0, 0, -3]);
  for (const s of [-1, 1]) {
    k.add(box(W + 8, 7, 30, 1), M.alu, [0, s * (H / 2 + 3), 0]);
    const tank = join(
      4,
      block(36, H + 14, 40, 9),
      ...[-2, -1, 0, 1, 2].map((i) => at([0, i * 58, 0], block(39, 7, 43, 3))),
      at([-s * 14, 0, 0], block(10, H + 18, 48, 2)),
    );
    k.add(mesh(tank, [-26, -H / 2 - 14, -28], [26, H / 2 + 14, 28], 110), M.plastic, [
      s * (W / 2 + 14),
      0,
      0,
    ]);
    k.add(
      merge(
        Array.from({ length: 26 }, (_, i) =>
          box(6, 7, 52, 1).translate(0, -H / 2 + 6 + i * 11.6, 0),
        ),
      ),
      M.alu,
      [s * (W / 2 - 1), 0, 0],
    );
    k.add(
      group((g) => {
        g.add(
          lathe(
            [
              [12, -6],
              [16, -6],
              [16, 18],
              [18, 20],
              [18, 23],
              [16, 25],
              [16, 32],
              [12, 32],
            ],
            { bevel: 1, closed: true },
          ),
          M.plastic,
        );
        g.add(cyl(12, 1), M.dark, [0, 20, 0]);
      }),
      undefined,
      [s * (W / 2 + 16), s * 104, 20],
      [90, 0, 0],
    );
    k.add(cyl(7, 16, 1), M.plastic, [s * (W / 2 + 12), -H / 2 - 20, 0]);
    k.add(ring(5, 11, 8, 2), M.softRubber, [s * (W / 2 + 12), -H / 2 - 19, 0]);
  }
  k.add(cyl(9, 10, 1), M.plastic, [W / 2 + 16, -122, 20], [90, 0, 0]);
  k.add(box(15, 3, 5, 1), M.plastic, [W / 2 + 16, -122, 33]);
  k.add(
    label(70, 14, ["PARTWRIGHT", "PW-6504"], "#c9c7c0"),
    undefined,
    [-W / 2 - 14, -30, 22.1],
    [0, 0, 90],
  );
  return { root: k.root, yaw: 30, pitch: 12, fill: 0.9 };
}
