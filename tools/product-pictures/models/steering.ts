// Control arm, ball joint, tie rod end and stabiliser link.
import { M } from "../studio/finishes.ts";
import { cyl, extrude, gear, hexPrism, lathe, ring, thread, torus } from "../studio/geometry.ts";
import { smooth, sweep } from "../studio/paths.ts";
import { group, Kit, label, type Model, nut } from "../studio/scene.ts";
import { at, bar, cut, join, mesh, plate, ringSdf, rod, sphere, turn } from "../studio/sdf.ts";

// Rubber boot with its clamping rings, a ball stud standing out of it along +Y.
function bootAndStud(r: number, h: number, shank: number, thr: number, length: number) {
  return group((k) => {
    k.add(
      lathe(
        [
          [r * 0.86, 0],
          [r * 0.98, h * 0.08, 1],
          [r * 1.06, h * 0.35, h * 0.2],
          [r * 0.9, h * 0.6, h * 0.1],
          [r * 0.62, h * 0.72, 1],
          [r * 0.66, h * 0.86, 1],
          [shank * 1.1, h],
        ],
        { bevel: 1.2 },
      ),
      M.softRubber,
    );
    k.add(torus(r * 0.93, 0.9), M.steel, [0, h * 0.07, 0]);
    k.add(torus(r * 0.65, 0.7), M.steel, [0, h * 0.79, 0]);
    k.add(
      lathe(
        [
          [shank * 1.12, h * 0.9],
          [shank, h + length * 0.38],
          [thr, h + length * 0.4],
          [thr, h + length * 0.45],
        ],
        { bevel: 0.4 },
      ),
      M.groundSteel,
    );
    k.add(thread(thr, 1.5, length * 0.58), M.zinc, [0, h + length * 0.42, 0]);
    k.add(cyl(thr * 0.8, length * 0.04, 0.3, 30), M.zinc, [0, h + length, 0]);
  });
}

function castleNut(af: number, bore: number) {
  return group((k) => {
    k.add(hexPrism(af, af * 0.5, bore), M.zinc);
    const s = gear(6, bore, af * 0.46, 0.62, 0.66);
    k.add(extrude(s, af * 0.3, 0.4).rotateX(-Math.PI / 2), M.zinc, [0, af * 0.62, 0]);
  });
}

export function controlArm(): Model {
  const k = new Kit();
  const web = [
    [-150, 40],
    [-90, 26],
    [10, 22],
    [92, 40],
    [150, 96],
    [172, 82],
    [118, 10],
    [70, -30],
    [20, -58],
    [-2, -118],
    [-32, -112],
    [-34, -60],
    [-80, -10],
    [-148, 2],
  ];
  const arm = cut(
    3,
    join(
      12,
      plate(web, 16, 5),
      at([-160, 20, 0], rod(27, 34, "z", 3)),
      at([160, 92, 0], rod(24, 30, "z", 3)),
      at([-16, -122, 0], rod(27, 44, "x", 3)),
      bar([-150, 36, 0], [20, 20, 0], 13),
      bar([20, 20, 0], [150, 100, 0], 13),
      bar([-140, 6, 0], [-30, -60, 0], 12),
      bar([30, -52, 0], [150, 80, 0], 12),
    ),
    at(
      [-50, 2, 14],
      plate(
        [
          [-56, 16],
          [36, 12],
          [20, -34],
          [-14, -26],
        ],
        16,
        4,
      ),
    ),
    at(
      [70, 20, 14],
      plate(
        [
          [-40, -2],
          [30, 18],
          [52, 40],
          [-6, -32],
          [-38, -44],
        ],
        16,
        4,
      ),
    ),
    at([-160, 20, 0], rod(20, 60, "z")),
    at([160, 92, 0], rod(17, 60, "z")),
    at([-16, -122, 0], rod(20, 90, "x")),
  );
  k.add(mesh(arm, [-195, -155, -28], [195, 125, 28], 170), M.castAlu);
  const bush = (r: number, w: number) =>
    group((g) => {
      g.add(ring(r - 1.6, r + 0.4, w, 0.6), M.zinc, [0, -w / 2, 0]);
      g.add(ring(8, r - 1.4, w - 6, 2), M.softRubber, [0, -w / 2 + 3, 0]);
      g.add(ring(6, 9.4, w + 10, 0.7), M.zinc, [0, -w / 2 - 5, 0]);
    });
  k.add(bush(20, 38), undefined, [-160, 20, 0], [90, 0, 0]);
  k.add(bush(20, 50), undefined, [-16, -122, 0], [0, 0, 90]);
  k.add(cyl(19, 8, 1), M.zinc, [160, 92, -12], [-90, 0, 0]);
  k.add(bootAndStud(20, 22, 8, 6, 42), undefined, [160, 92, 14], [90, 0, 0]);
  k.add(nut(16), undefined, [160, 92, 66], [90, 0, 0]);
  k.add(label(80, 9, ["PW-8820 L"], "#6d6e70", 0.5), undefined, [52, 34, 8.3], [0, 0, 24]);
  k.pose([-66, 0, 0]);
  return { root: k.root, yaw: -24, pitch: 24, fill: 0.93 };
}

export function ballJoint(): Model {
  const one = group((k) => {
    k.add(
      lathe(
        [
          [0, 0],
          [14, 0],
          [18, 3, 3],
          [22, 4],
          [22, 26],
          [25.5, 27],
          [25.5, 31.5],
          [20, 33],
          [18, 34],
        ],
        { bevel: 0.8 },
      ),
      M.forged,
    );
    k.add(
      lathe(
        [
          [22.1, 5],
          [22.5, 6],
          [22.5, 24.5],
          [22.1, 26],
        ],
        { bevel: 0.4 },
      ),
      M.turnedIron,
    );
    for (let i = 0; i < 48; i++) {
      const a = (i / 48) * Math.PI * 2;
      k.add(cyl(0.7, 13, 0.2, 8), M.turnedIron, [22.4 * Math.cos(a), 9, 22.4 * Math.sin(a)]);
    }
    k.add(
      lathe(
        [
          [0, -0.4],
          [10, -0.4],
          [11, 0.6],
        ],
        { bevel: 0.5 },
      ),
      M.steel,
    );
    k.add(bootAndStud(20, 24, 9, 7, 46), undefined, [0, 33, 0]);
    k.add(castleNut(22, 6.8), undefined, [0, 84, 0]);
    k.add(
      sweep(
        smooth(
          [
            [-17, 100, 0],
            [0, 100, 0],
            [14, 100, 0],
            [17, 97, 3],
          ],
          20,
        ),
        1.2,
      ),
      M.steel,
    );
    k.add(torus(2.6, 1.2, 30), M.steel, [-19, 100, 0], [90, 0, 0]);
  });
  const k = new Kit();
  k.add(one, undefined, [0, 0, 0], [0, 0, 0]);
  return { root: k.root, yaw: 26, pitch: 20, fill: 0.9 };
}

export function tieRodEnd(): Model {
  const k = new Kit();
  const body = join(
    8,
    at([0, 0, 0], rod(21, 25, "y", 4)),
    bar([16, 0, 0], [64, 0, 0], 13, 10.5),
    bar([60, 0, 0], [96, 0, 0], 10, 10),
  );
  k.add(mesh(body, [-26, -18, -26], [112, 18, 26], 110), M.forged);
  k.add(ring(13, 19, 1.4, 0.5), M.turnedIron, [0, -13.4, 0]);
  k.add(cyl(14, 1.2, 0.5), M.zinc, [0, -13.6, 0]);
  k.add(thread(7.6, 1.5, 96), M.zinc, [98, 0, 0], [0, 0, -90]);
  k.add(cyl(6.6, 99, 0.8, 40), M.zinc, [96, 0, 0], [0, 0, -90]);
  k.add(hexPrism(21, 11, 7), M.zinc, [112, 0, 0], [0, 0, -90]);
  k.add(bootAndStud(18, 19, 7, 5.6, 38), undefined, [0, 12.5, 0]);
  k.add(nut(17, M.zinc, 5.4), undefined, [0, 52, 0]);
  k.add(label(30, 6, ["PW-7714 R"], "#a9a9ab", 0.5), undefined, [40, 0, 12.8], [0, 4, 0]);
  k.pose([0, 0, 0]).pose([16, 0, 0]).pose([0, 22, 0]);
  return { root: k.root, yaw: 8, pitch: 20, fill: 0.93 };
}

export function stabiliserLink(): Model {
  const k = new Kit();
  const half = (s: number) =>
    join(
      5,
      bar([0, s * 96, 0], [0, s * 116, 0], 5.4, 7),
      at([0, s * 127, 0], turn([s > 0 ? 90 : 0, 0, s > 0 ? 0 : 90], rod(15, 17, "y", 3))),
      at([0, s * 127, 0], sphere(13)),
    );
  const f = join(
    3,
    bar([0, -100, 0], [0, 100, 0], 5.2),
    half(1),
    half(-1),
    at([0, 96, 0], ringSdf(4.6, 2)),
    at([0, -96, 0], ringSdf(4.6, 2)),
  );
  k.add(mesh(f, [-18, -148, -18], [18, 148, 18], 210), M.black);
  const end = () =>
    group((g) => {
      g.add(bootAndStud(14, 15, 6, 5, 30), undefined, [0, 8, 0]);
      g.add(
        lathe(
          [
            [5, 22],
            [10.5, 22],
            [10.5, 24.5],
            [5, 24.5],
          ],
          { bevel: 0.5 },
        ),
        M.zinc,
      );
      g.add(nut(15, M.yellowZinc, 4.6), undefined, [0, 36, 0]);
      g.add(ring(8, 12, 1, 0.4), M.zinc, [0, -9, 0]);
    });
  k.add(end(), undefined, [0, 127, 0], [90, 0, 0]);
  k.add(end(), undefined, [0, -127, 0], [0, 0, 90]);
  k.pose([0, -35, 0]).pose([0, 0, -90]).pose([0, 34, 0]);
  const two = new Kit();
  two.add(k.root);
  two.add(k.root.clone(), undefined, [30, 0, -66], [0, 4, 0]);
  return { root: two.root, yaw: 4, pitch: 30, fill: 0.94 };
}
