// Alternator, starter motor and battery clamps.
import type * as THREE from "three";
import { M } from "../studio/finishes.ts";
import {
  around,
  box,
  cyl,
  extrude,
  type Geo,
  gear,
  hexPrism,
  lathe,
  merge,
  ring,
} from "../studio/geometry.ts";
import { bend, smooth, sweep } from "../studio/paths.ts";
import {
  boltHead,
  connector,
  decal,
  group,
  Kit,
  label,
  type Model,
  nut,
  stud,
  text,
  wrap,
} from "../studio/scene.ts";
import { at, bar, block, cut, join, mesh, rod, type Sdf, spin } from "../studio/sdf.ts";

// An end shield with cooling windows; open towards -Y.
function shield(lugs: number[][]): Sdf {
  const cup = cut(3, at([0, 16, 0], rod(66, 40, "y", 10)), at([0, 8, 0], rod(60, 44, "y", 6)));
  const win = spin(12, at([44, 34, 0], block(24, 30, 9, 3)));
  const side = spin(16, at([66, 20, 0], block(20, 17, 9, 3)));
  const ears = lugs.map(([a, r]) => {
    const x = Math.cos(a) * r;
    const z = Math.sin(a) * r;
    return join(
      6,
      bar([x * 0.72, 10, z * 0.72], [x, 10, z], 13, 11),
      at([x, 10, z], rod(12, 30, "y", 2)),
    );
  });
  const bolts = spin(4, at([64, 16, 0], rod(8, 40, "y", 3)));
  return cut(
    1,
    join(5, cut(2, cup, win, side), ...ears, bolts, at([0, 34, 0], rod(24, 12, "y", 2))),
    ...lugs.map(([a, r]) => at([Math.cos(a) * r, 10, Math.sin(a) * r], rod(5.4, 60, "y"))),
  );
}

export function alternator(): Model {
  const k = new Kit();
  const front = mesh(
    shield([
      [0.3, 88],
      [3.3, 88],
    ]),
    [-108, -8, -108],
    [108, 46, 108],
    170,
  );
  k.add(front, M.castAlu, [0, 30, 0]);
  const rear = mesh(shield([[3.3, 88]]), [-108, -8, -80], [80, 46, 80], 150);
  k.add(rear, M.castAlu, [0, -30, 0], [180, 0, 0], [1, 1, 1]);
  const lam: Geo[] = [];
  for (let i = 0; i < 17; i++)
    lam.push(ring(55, 66.6, 2.5, 0.5, 96).translate(0, -26 + i * 3.1, 0));
  k.add(merge(lam), M.darkSteel);
  k.add(ring(40, 62, 40, 2), M.dark, [0, -20, 0]);
  const coils = Array.from({ length: 36 }, (_, i) =>
    sweep(
      smooth(
        [
          [54, 26, -3],
          [56, 44, 0],
          [54, 26, 3],
        ],
        10,
      ),
      2.1,
      { seg: 8 },
    ).rotateY((i / 36) * Math.PI * 2),
  );
  k.add(merge(coils), M.copper);
  const fan = around(box(16, 14, 1.6, 0.4).translate(40, 48, 0), 13);
  k.add(fan, M.steel);
  // pulley with six grooves
  const p: number[][] = [
    [9, 74],
    [29, 74],
    [30, 76],
  ];
  for (let i = 0; i < 6; i++)
    p.push([30, 77 + i * 3.56], [27, 78.6 + i * 3.56], [27, 79 + i * 3.56], [30, 80.3 + i * 3.56]);
  p.push([30, 100], [29, 101], [22, 101], [22, 95], [9, 95]);
  k.add(lathe(p, { bevel: 0.25, closed: true, seg: 112 }), M.groundSteel);
  k.add(ring(14, 24, 8, 0.6), M.steel, [0, 68, 0]);
  k.add(
    extrude(
      (() => {
        const s = gear(22, 10, 11, 0.3, 0.6);
        return s;
      })(),
      3,
      0.3,
    ).rotateX(-Math.PI / 2),
    M.darkSteel,
    [0, 97, 0],
  );
  k.add(
    lathe([
      [0, 97],
      [8, 97],
      [8, 101],
      [0, 102],
    ]),
    M.groundSteel,
  );
  k.ring(4, 64, 66, () => boltHead(9));
  // rear cover, terminal and connector
  k.add(
    lathe(
      [
        [0, -96],
        [46, -96, 6],
        [58, -88, 6],
        [58, -70],
      ],
      { bevel: 3 },
    ),
    M.plastic,
  );
  k.add(stud(4, 18), undefined, [30, -60, 44], [90, 0, 0]);
  k.add(connector(20, 14, 20, 3), undefined, [-20, -84, 54], [90, 0, 0]);
  k.add(
    wrap(
      66.9,
      -12,
      26,
      60,
      70,
      decal(
        1200,
        400,
        (c, w, h) => {
          c.fillStyle = "#f0efeb";
          c.fillRect(0, 0, w, h);
          text(c, "PARTWRIGHT", w / 2, 105, 140, "#17375e");
          text(c, "PW-1150  14 V  150 A", w / 2, 270, 100, "#222222");
          c.fillRect(80, 340, w - 160, 40);
        },
        0,
        0.4,
      ),
    ),
  );
  k.pose([0, 0, -90]).pose([-20, 0, 0]);
  return { root: k.root, yaw: 42, pitch: 20, fill: 0.92 };
}

export function starterMotor(): Model {
  const k = new Kit();
  k.add(
    lathe(
      [
        [0, -78],
        [20, -78],
        [32, -74, 4],
        [37, -70, 3],
        [37, -52],
        [0, -52],
      ],
      { bevel: 2 },
    ),
    M.castAlu,
  );
  k.add(cyl(37.5, 104, 1.2, 96), M.black, [0, -54, 0]);
  for (const y of [-50, 44])
    k.add(
      lathe([
        [37.4, y],
        [38.2, y + 1],
        [38.2, y + 4],
        [37.4, y + 5],
      ]),
      M.black,
    );
  const nose = cut(
    1.5,
    join(
      8,
      at([0, 64, 0], rod(38, 30, "y", 4)),
      at([0, 84, 0], rod(32, 30, "y", 6)),
      at([0, 106, 8], rod(25, 50, "y", 5)),
      at([0, 92, 0], rod(40, 10, "y", 2)),
      bar([0, 92, 0], [-50, 92, -30], 13, 11),
      at([-56, 92, -32], rod(13, 12, "y", 2)),
      bar([0, 92, 0], [52, 92, 22], 13, 11),
      at([56, 92, 24], rod(13, 12, "y", 2)),
      at([-52, 62, 0], rod(25, 24, "y", 3)),
      bar([-52, 70, 0], [-14, 82, 0], 16, 14),
    ),
    at([0, 116, 26], block(38, 44, 32, 6)),
    at([0, 116, 6], rod(19, 44, "y")),
    at([-56, 92, -32], rod(5.4, 40, "y")),
    at([56, 92, 24], rod(5.4, 40, "y")),
  );
  k.add(mesh(nose, [-82, 46, -50], [74, 136, 44], 120), M.castAlu);
  k.add(
    extrude(gear(10, 11, 16, 0.22, 0.62), 22, 1).rotateX(-Math.PI / 2),
    M.groundSteel,
    [0, 116, 6],
  );
  k.add(
    lathe([
      [0, 96],
      [17, 96],
      [17, 104],
      [12, 106],
      [0, 106],
    ]),
    M.steel,
    [0, 0, 6],
  );
  k.add(cyl(7, 40, 0.6), M.groundSteel, [0, 98, 6]);
  // solenoid
  k.add(
    group((g) => {
      g.add(cyl(24, 66, 1.4, 80), M.zinc, [0, -8, -52]);
      g.add(
        lathe([
          [24.1, -4],
          [24.6, -3],
          [24.6, 0],
          [24.1, 1],
        ]),
        M.zinc,
        [0, 2, -52],
      );
      g.add(
        lathe(
          [
            [0, -20],
            [20, -20, 3],
            [23, -12],
            [23, -6],
          ],
          { bevel: 2 },
        ),
        M.plastic,
        [0, -2, -52],
      );
      for (const s of [-1, 1]) {
        g.add(stud(4, 16, M.copper), undefined, [s * 11, -22, -52], [180, 0, 0]);
        g.add(nut(11, M.brass, 4), undefined, [s * 11, -24, -52], [180, 0, 0]);
      }
      g.add(box(3, 14, 8, 0.4), M.zinc, [0, -27, -62]);
      g.add(
        sweep(
          bend(
            [
              [11, -31, -52],
              [11, -46, -44],
              [8, -50, -34],
            ],
            8,
          ),
          3.4,
        ),
        M.copper,
      );
    }),
    undefined,
    [0, 0, 0],
    [0, 90, 0],
  );
  for (const s of [-1, 1]) k.add(boltHead(8), undefined, [s * 24, -78, 14], [180, 0, 0]);
  k.add(
    wrap(
      37.7,
      -38,
      66,
      72,
      80,
      decal(
        900,
        1100,
        (c, w, h) => {
          c.fillStyle = "#d8d7d2";
          c.fillRect(60, 60, w - 120, h - 120);
          c.translate(w / 2, h / 2);
          c.rotate(-Math.PI / 2);
          text(c, "PARTWRIGHT", 0, -160, 140, "#17375e");
          text(c, "PW-1214", 0, 10, 130, "#222222");
          text(c, "12 V  1.4 kW", 0, 170, 110, "#c8551b");
        },
        0,
        0.4,
      ),
    ),
  );
  k.pose([0, 0, -90]).pose([-14, 0, 0]);
  return { root: k.root, yaw: 34, pitch: 20, fill: 0.93 };
}

function clamp(cap: THREE.ShaderMaterial) {
  return group((k) => {
    const f = cut(
      1,
      join(
        3,
        rod(15.5, 20, "y", 1.5),
        at([20, 0, 0], block(24, 20, 20, 3)),
        at([-30, -3, 0], block(34, 12, 22, 3)),
      ),
      rod(9.2, 40, "y"),
      at([22, 0, 0], block(34, 40, 5, 0)),
      at([-36, 4, 0], block(18, 12, 60, 1)),
    );
    k.add(mesh(f, [-50, -12, -18], [34, 12, 18], 120), M.zinc);
    k.add(ring(8.8, 9.4, 20, 0.2), M.brass, [0, -10, 0]);
    k.add(cyl(3.8, 36, 0.5), M.zinc, [24, 0, -18], [90, 0, 0]);
    k.add(hexPrism(13, 7), M.yellowZinc, [24, 0, 10], [90, 0, 0]);
    k.add(hexPrism(13, 7), M.yellowZinc, [24, 0, -17], [90, 0, 0]);
    k.add(box(16, 4, 24, 1), M.zinc, [-36, 7, 0]);
    for (const s of [-1, 1]) k.add(hexPrism(8, 5), M.yellowZinc, [-36, 9, s * 7.5]);
    k.add(
      sweep(
        bend(
          [
            [-30, 1, 0],
            [-60, 1, 0],
            [-92, 1, 10],
            [-112, 1, 30],
          ],
          30,
        ),
        7.2,
      ),
      cap,
    );
    k.add(cyl(4.6, 20, 0.4), M.copper, [-44, 1, 0], [0, 0, 90]);
    k.add(ring(9.4, 13.4, 1.6, 0.6), cap, [0, 9.6, 0]);
  });
}

export function batteryClamps(): Model {
  const k = new Kit();
  k.add(clamp(M.redPlastic), undefined, [0, 12, 0], [0, 24, 0]);
  k.add(clamp(M.plastic), undefined, [26, 12, 62], [0, 24, 0]);
  k.add(label(7, 7, ["+"], "#ffffff"), undefined, [0, 23.4, 11.4], [-90, 0, 24]);
  return { root: k.root, yaw: 4, pitch: 34, fill: 0.92 };
}
