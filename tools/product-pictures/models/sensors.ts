// Lambda, ABS and MAP sensors and the fuel injector.
import * as THREE from "three";
import { M } from "../studio/finishes.ts";
import { box, cyl, hexPrism, lathe, ring, thread, torus } from "../studio/geometry.ts";
import { smooth, sweep } from "../studio/paths.ts";
import { connector, decal, group, Kit, label, type Model, text, wrap } from "../studio/scene.ts";
import { at, bar, block, cut, join, mesh, rod } from "../studio/sdf.ts";

export function lambdaSensor(): Model {
  const k = new Kit();
  k.add(
    group((g) => {
      g.add(
        lathe(
          [
            [0, 0],
            [5, 0, 1],
            [5.6, 1],
            [5.6, 18],
            [8, 19],
          ],
          { bevel: 0.6 },
        ),
        M.inconel,
      );
      for (let i = 0; i < 6; i++)
        for (const y of [5, 11]) {
          const a = (i / 6) * Math.PI * 2 + (y > 8 ? 0.5 : 0);
          g.add(
            cyl(0.9, 0.3, 0.05, 18),
            M.dark,
            [Math.cos(a) * 5.5, y, -Math.sin(a) * 5.5],
            [0, (a * 180) / Math.PI, -90],
          );
        }
      g.add(thread(9, 1.5, 14), M.zinc, [0, 19, 0]);
      g.add(torus(10.4, 1.4), M.copper, [0, 34, 0]);
      g.add(
        lathe([
          [8, 33],
          [8.5, 35.5],
          [12.5, 35.5],
          [12.5, 37],
          [0, 37],
        ]),
        M.steel,
      );
      g.add(hexPrism(22, 9), M.steel, [0, 36.5, 0]);
      g.add(
        lathe(
          [
            [0, 45],
            [9.4, 45],
            [9.4, 47],
            [7.6, 50, 1],
            [7.6, 64],
            [8, 65],
            [8, 78],
            [7.2, 79],
            [7.2, 84],
            [6, 85],
          ],
          { bevel: 0.6 },
        ),
        M.polished,
      );
      for (const y of [67.5, 73])
        g.add(
          lathe(
            [
              [8, y],
              [7.3, y + 1],
              [8, y + 2],
            ],
            { bevel: 0.5 },
          ),
          M.steel,
        );
      g.add(
        lathe([
          [0, 84],
          [6.2, 84],
          [6.2, 90, 1],
          [0, 90],
        ]),
        M.softRubber,
      );
      const wires = [M.softRubber, M.softRubber, M.whitePlastic, M.greyPlastic, M.redPlastic];
      wires.forEach((m, i) => {
        const a = (i / 5) * 6.28;
        const x = Math.cos(a) * 2.8;
        const z = Math.sin(a) * 2.8;
        g.add(
          sweep(
            smooth(
              [
                [x, 88, z],
                [x, 96, z],
                [x * 0.8, 104, z * 0.8 - 2],
              ],
              14,
            ),
            1.15,
            { seg: 10 },
          ),
          m,
        );
      });
    }),
    undefined,
    [0, 12.6, 0],
    [0, 0, -78],
  );
  const lead = smooth(
    [
      [100, 33, 0],
      [114, 34, -4],
      [126, 26, -20],
      [122, 10, -44],
      [98, 5, -58],
      [60, 5, -56],
      [30, 6, -50],
    ],
    90,
  );
  k.add(sweep(lead, 3.6, { seg: 18 }), M.softRubber);
  k.add(connector(22, 16, 30, 5, M.greyPlastic), undefined, [34, 9, -51], [0, 10, 94]);
  k.pose([0, 14, 0]);
  return { root: k.root, yaw: 6, pitch: 30, fill: 0.93 };
}

export function absSensor(): Model {
  const k = new Kit();
  const head = join(
    3,
    at([0, 0, 0], rod(8.5, 34, "y", 1)),
    at([0, 15, 0], block(18, 10, 18, 3)),
    bar([0, 14, 0], [24, 14, 0], 7, 7),
    at([26, 14, 0], rod(9, 9, "y", 2)),
    bar([0, 20, 0], [-14, 26, 0], 6, 5),
  );
  k.add(
    mesh(cut(0.5, head, at([26, 14, 0], rod(4.4, 30, "y"))), [-24, -20, -14], [38, 36, 14], 110),
    M.plastic,
    [0, 19, 0],
  );
  k.add(ring(3.4, 4.6, 9.6, 0.3), M.polished, [26, 28.2, 0]);
  k.add(torus(8.4, 1.4), M.orangeRubber, [0, 18, 0]);
  k.add(cyl(6, 0.8, 0.2), M.polished, [0, 1.4, 0]);

  const lead = smooth(
    [
      [-13, 45, 0],
      [-26, 48, 2],
      [-44, 34, 8],
      [-50, 8, 22],
      [-36, 3, 40],
      [-4, 3, 42],
      [26, 3, 32],
      [46, 3, 36],
      [60, 7, 46],
    ],
    120,
  );
  k.add(sweep(lead, 2.7, { seg: 16 }), M.softRubber);
  for (const i of [30, 74]) {
    const p = lead[i];
    k.add(
      group((g) => {
        g.add(
          lathe(
            [
              [2.6, -8],
              [4, -7],
              [5.6, -3, 1],
              [5.6, 3, 1],
              [4, 7],
              [2.6, 8],
            ],
            { bevel: 0.8 },
          ),
          M.rubber,
        );
        g.add(box(3, 6, 14, 1), M.zinc, [4, 0, 0]);
      }).translateX(0),
      undefined,
      [p.x, p.y + 1, p.z],
      [90, i === 30 ? 30 : 80, 0],
    );
  }
  k.add(connector(13, 11, 22, 2, M.greyPlastic), undefined, [58, 8, 45], [20, -36, -86]);
  k.add(
    lathe(
      [
        [2.6, 0],
        [4.2, 1],
        [4.6, 10],
        [5, 14],
      ],
      { bevel: 0.6 },
    ),
    M.rubber,
    [49, 4, 38],
    [0, -36, -76],
  );
  return { root: k.root, yaw: 4, pitch: 26, fill: 0.92 };
}

export function mapSensor(): Model {
  const k = new Kit();
  const body = cut(
    0.6,
    join(
      3,
      block(46, 16, 28, 3),
      at([0, 5, 0], block(34, 18, 24, 3)),
      bar([20, -4, 0], [36, -4, 0], 8, 8),
      at([38, -4, 0], rod(10, 8, "y", 1)),
      at([-28, 2, 0], block(20, 16, 22, 3)),
      at([-4, -16, 0], rod(8, 26, "y", 1)),
    ),
    at([38, -4, 0], rod(4.6, 30, "y")),
  );
  k.add(mesh(body, [-42, -32, -18], [52, 18, 18], 130), M.plastic);
  k.add(ring(3.4, 4.8, 8.6, 0.3), M.brass, [38, -8.3, 0]);
  k.add(connector(24, 18, 20, 4), undefined, [-36, 2, 0], [0, 0, 90]);
  k.add(torus(8.2, 1.6), M.orangeRubber, [-4, -20, 0]);
  k.add(
    lathe([
      [2.5, -34],
      [6.6, -34],
      [6.6, -28],
      [2.5, -28],
    ]),
    M.plastic,
    [-4, 0, 0],
  );
  for (let i = 0; i < 4; i++)
    k.add(box(1.4, 12, 1.4, 0.4), M.plastic, [
      -4 + 4.6 * Math.cos(i * 1.57 + 0.78),
      -38,
      4.6 * Math.sin(i * 1.57 + 0.78),
    ]);
  k.add(new THREE.SphereGeometry(1.6, 16, 12), M.copper, [-4, -39, 0]);
  k.add(
    label(30, 15, ["PARTWRIGHT", "MAP 3 BAR", "PW-4031"], "#dedcd4"),
    undefined,
    [0, 14.15, 0],
    [-90, 0, 0],
  );
  k.add(box(30, 1, 1.2, 0.3), M.plastic, [0, 14.2, 10.6]);
  return { root: k.root, yaw: -26, pitch: 32, fill: 0.9 };
}

function injector() {
  return group((k) => {
    k.add(
      lathe(
        [
          [0, 0],
          [3.4, 0],
          [4, 1],
          [4, 8],
        ],
        { bevel: 0.4 },
      ),
      M.steel,
    );
    for (const [x, z] of [
      [1.2, 0],
      [-1.2, 0],
      [0, 1.2],
      [0, -1.2],
    ])
      k.add(cyl(0.4, 0.1, 0, 12), M.dark, [x, -0.1, z]);
    k.add(torus(5.4, 1.9), M.orangeRubber, [0, 8, 0]);
    k.add(
      lathe(
        [
          [3.6, 3],
          [5.6, 4],
          [5.6, 5.6],
          [4, 6],
        ],
        { bevel: 0.4 },
      ),
      M.greenPlastic,
    );
    k.add(
      lathe(
        [
          [4, 10],
          [7, 10.4],
          [7, 24],
          [8.4, 25],
          [8.4, 38],
          [7, 39],
        ],
        { bevel: 0.6 },
      ),
      M.polished,
    );
    k.add(
      lathe(
        [
          [6.8, 38],
          [9.6, 39, 1],
          [9.6, 54, 1.5],
          [6.4, 58],
          [5.6, 60],
        ],
        { bevel: 0.8 },
      ),
      M.plastic,
    );
    k.add(
      lathe(
        [
          [0, 59],
          [5.4, 59],
          [5.4, 66],
          [4.6, 67],
          [4.6, 72],
          [6.4, 73],
          [6.4, 74.6],
          [5, 75],
          [2.6, 75],
          [2.6, 70],
          [0, 70],
        ],
        { bevel: 0.4 },
      ),
      M.steel,
    );
    k.add(torus(5.6, 2), M.softRubber, [0, 69.4, 0]);
    k.add(box(12, 9, 11, 2), M.plastic, [11, 50, 0], [0, 0, 24]);
    k.add(connector(13, 11, 16, 2), undefined, [12, 52, 0], [0, 90, 0]).rotation.set(0, 0, -0.95);
    k.add(
      wrap(
        8.5,
        26,
        11,
        90,
        150,
        decal(
          900,
          440,
          (c, w) => {
            text(c, "PARTWRIGHT", w / 2, 120, 130, "#26292c");
            text(c, "PW-2440", w / 2, 300, 120, "#26292c");
          },
          0.5,
        ),
      ),
    );
  });
}

export function fuelInjector(): Model {
  const k = new Kit();
  for (const i of [0, 1, 2])
    k.add(injector(), undefined, [i * 10 + 80, 9.6, i * 31], [0, -14 + i * 4, 90]);
  return { root: k.root, yaw: -24, pitch: 34, fill: 0.93 };
}
