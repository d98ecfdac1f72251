// Spark plug, glow plug and ignition coil.
import { M } from "../studio/finishes.ts";
import { box, cyl, hexPrism, lathe, ring, thread, torus } from "../studio/geometry.ts";
import { bend, sweep } from "../studio/paths.ts";
import { connector, decal, group, Kit, label, type Model, text, wrap } from "../studio/scene.ts";
import { at, block, join, mesh, rod } from "../studio/sdf.ts";

function plug() {
  return group((k) => {
    // thread end at the bottom
    k.add(thread(7, 1.25, 25), M.zinc, [0, 3, 0]);
    k.add(
      lathe(
        [
          [4.6, 6],
          [4.6, 1.2],
          [6.4, 1.2],
          [6.4, 4],
        ],
        { bevel: 0.3 },
      ),
      M.zinc,
    );
    k.add(
      lathe(
        [
          [0, -0.8],
          [1.6, -0.8],
          [2.4, 3],
          [3.6, 8],
        ],
        { bevel: 0.3 },
      ),
      M.ceramic,
    );
    k.add(
      lathe(
        [
          [0, -2.4],
          [0.4, -2.4],
          [0.4, -1.6],
          [1.1, -0.9],
          [1.1, 0],
        ],
        { bevel: 0.08 },
      ),
      M.polished,
    );
    k.add(
      sweep(
        bend(
          [
            [5.5, 1.6, 0],
            [5.5, -3.9, 0],
            [-0.6, -3.9, 0],
          ],
          3.4,
        ),
        [
          [-0.7, -1.3],
          [0.7, -1.3],
          [0.7, 1.3],
          [-0.7, 1.3],
        ],
        { up: [0, 0, 1], bevel: 0.25 },
      ),
      M.zinc,
    );
    k.add(cyl(0.5, 0.8, 0.1, 24), M.polished, [0, -3.3, 0]);
    k.add(torus(8.6, 1.5), M.steel, [0, 29.3, 0]);
    k.add(
      lathe(
        [
          [0, 28],
          [8, 28],
          [8, 30.6],
          [11, 30.6],
          [11, 37],
          [9.5, 39],
          [0, 39],
        ],
        { bevel: 0.6 },
      ),
      M.zinc,
    );
    k.add(hexPrism(16, 10), M.zinc, [0, 38.5, 0]);
    k.add(
      lathe(
        [
          [0, 48],
          [8.2, 48],
          [7.8, 51],
          [6.4, 52.4],
          [0, 52.4],
        ],
        { bevel: 0.5 },
      ),
      M.zinc,
    );
    const ribs: number[][] = [
      [0, 51],
      [6.1, 51],
      [6.1, 57],
    ];
    for (let i = 0; i < 5; i++)
      ribs.push(
        [6.1, 57.5 + i * 3.3, 0.3],
        [5.2, 58.4 + i * 3.3, 0.5],
        [5.2, 59.6 + i * 3.3, 0.5],
        [5.9, 60.6 + i * 3.3, 0.3],
      );
    ribs.push([5.2, 75], [4.4, 78.5], [0, 78.5]);
    k.add(lathe(ribs, { bevel: 0.6, seg: 96 }), M.ceramic);
    k.add(
      lathe(
        [
          [0, 78],
          [3, 78],
          [3, 79.5],
          [3.6, 80],
          [3.6, 82.5],
          [2.6, 83.6],
          [2.6, 84.6],
          [3.5, 85.6],
          [3.5, 89, 1],
          [0, 89.4],
        ],
        { bevel: 0.3 },
      ),
      M.groundSteel,
    );
    k.add(
      wrap(
        6.2,
        51.9,
        5.6,
        108,
        150,
        decal(900, 200, (c, w) => {
          text(c, "PARTWRIGHT", w / 2, 60, 100, "#1f4788");
          text(c, "IRIDIUM  PW-6IR", w / 2, 155, 66, "#333333");
        }),
      ),
    );
  });
}

export function sparkPlug(): Model {
  const k = new Kit();
  const lying = () => group((g) => g.add(plug(), undefined, [0, 0, 0], [0, -20, -91.5]));
  k.add(lying(), undefined, [0, 11, 0], [0, 30, 0]);
  k.add(lying(), undefined, [20, 11, 34], [0, 16, 0]);
  return { root: k.root, yaw: 8, pitch: 32, fill: 0.94 };
}

export function glowPlug(): Model {
  const one = group((k) => {
    k.add(
      lathe(
        [
          [0, 0],
          [1.7, 0.4, 1.6],
          [2.1, 3],
          [2.1, 28],
          [2.5, 30],
          [2.5, 34],
        ],
        { bevel: 0.8 },
      ),
      M.inconel,
    );
    k.add(
      lathe(
        [
          [2.5, 33],
          [3.8, 36],
          [3.8, 82],
          [4.6, 83],
          [4.6, 88],
          [0, 88],
        ],
        { bevel: 0.4 },
      ),
      M.zinc,
    );
    k.add(thread(5, 1, 20), M.zinc, [0, 88, 0]);
    k.add(
      lathe([
        [4.3, 107],
        [4.3, 112],
        [0, 112],
      ]),
      M.zinc,
    );
    k.add(hexPrism(10, 9), M.zinc, [0, 110, 0]);
    k.add(
      lathe([
        [0, 118],
        [3.6, 118],
        [3.6, 121],
        [3, 122],
      ]),
      M.redPlastic,
    );
    k.add(
      lathe(
        [
          [0, 121],
          [2, 121],
          [2, 124],
          [2.5, 125],
          [2.5, 131],
          [2, 132],
          [0, 132.4],
        ],
        { bevel: 0.3 },
      ),
      M.groundSteel,
    );
  });
  const k = new Kit();
  for (let i = 0; i < 4; i++) k.add(one.clone(), undefined, [i * 21, 5.5, i * -7], [90, 0, 0]);
  k.pose([0, 52, 0]);
  return { root: k.root, yaw: 4, pitch: 34, fill: 0.9 };
}

export function ignitionCoil(): Model {
  const k = new Kit();
  // boot and stem
  k.add(
    lathe(
      [
        [5, 0],
        [8, 0],
        [9, 4, 1],
        [9, 12],
        [8, 14, 1],
        [8, 26],
        [9.5, 28],
        [9.5, 33],
        [8, 35],
        [8, 44],
        [9.5, 46],
        [9.5, 50],
        [8, 52],
        [8.2, 66],
      ],
      { bevel: 1.2 },
    ),
    M.softRubber,
  );
  k.add(cyl(5, 1), M.dark, [0, 0.4, 0]);
  k.add(
    lathe(
      [
        [8, 62],
        [11, 64],
        [11, 124],
        [12, 126],
        [12, 132],
        [0, 132],
      ],
      { bevel: 0.8 },
    ),
    M.plastic,
  );
  k.add(
    lathe(
      [
        [11.1, 72],
        [11.6, 72.5],
        [11.6, 117],
        [11.1, 118],
      ],
      { bevel: 0.3 },
    ),
    M.darkSteel,
  );
  k.add(ring(11, 15, 4, 1.4), M.softRubber, [0, 128, 0]);
  const head = join(
    4,
    at([2, 146, 0], block(46, 28, 32, 5)),
    at([-8, 150, 0], rod(15, 34, "y", 3)),
    at([36, 138, 0], block(26, 9, 22, 4)),
    at([-26, 150, 0], block(22, 16, 20, 3)),
  );
  k.add(mesh(head, [-42, 128, -22], [54, 172, 22], 110), M.plastic);
  k.add(ring(4.2, 7, 11, 0.6), M.brass, [42, 132.6, 0]);
  k.add(cyl(4.2, 0.4, 0.1), M.dark, [42, 143.3, 0]);
  k.add(connector(20, 15, 20, 4), undefined, [-34, 150, 0], [0, 0, 90]);
  k.add(box(20, 1, 24, 0.4), M.greyPlastic, [12, 160.4, 0]);
  k.add(label(22, 8, ["PARTWRIGHT", "PW-7702"], "#d8d6d0"), undefined, [13, 145, 16.5]);
  k.pose([0, 0, -82]).pose([0, 30, 0]);
  return { root: k.root, yaw: 8, pitch: 26, fill: 0.93 };
}
