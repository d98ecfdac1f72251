// CV joint and drive shaft.
import * as THREE from "three";
import { M } from "../studio/finishes.ts";
import {
  cyl,
  disc,
  extrude,
  gear,
  hole,
  lathe,
  poly,
  ring,
  TAU,
  thread,
  torus,
} from "../studio/geometry.ts";
import { group, Kit, type Model, nut } from "../studio/scene.ts";
import { at, cut, join, mesh, rod, sphere, spin } from "../studio/sdf.ts";

function boot(L: number, r0: number, r1: number, n: number): number[][] {
  const p: number[][] = [
    [r0, 0],
    [r0, 8],
    [r0 - 1, 9],
  ];
  for (let i = 0; i < n; i++) {
    const t = i / (n - 1);
    const r = r0 + (r1 - r0) * t;
    const y = 11 + (L - 22) * ((i + 0.15) / n);
    const d = (L - 22) / n;
    p.push([r - 4 + (1 - t) * -2, y, 1.2], [r + 5, y + d * 0.5, 1.6]);
  }
  p.push([r1 - 2, L - 10, 1], [r1, L - 9], [r1, L]);
  return p;
}

function outerJoint() {
  return group((k) => {
    const bell = join(3, at([0, 0, 0], sphere(43)), at([0, 14, 0], rod(43, 30, "y", 2)));
    const f = cut(
      1.4,
      bell,
      at([0, 48, 0], rod(60, 40, "y")),
      sphere(34),
      at([0, 20, 0], rod(34, 40, "y")),
      spin(6, at([33, 8, 0], rod(8.4, 60, "y"))),
    );
    k.add(mesh(f, [-46, -46, -46], [46, 30, 46], 110), M.forged);
    k.add(ring(38.6, 43.4, 12, 0.6), M.turnedIron, [0, 14, 0]);
    k.add(
      lathe(
        [
          [0, -36],
          [26, -36],
          [22, -42, 3],
          [16, -46],
          [16, -60],
          [0, -60],
        ],
        { bevel: 0.8 },
      ),
      M.turnedIron,
    );
    k.add(
      extrude(gear(27, 12, 13.4, 0.2, 0.6), 44, 0.6).rotateX(-Math.PI / 2),
      M.groundSteel,
      [0, -80, 0],
    );
    k.add(thread(10.8, 1.5, 24), M.zinc, [0, -126, 0]);
    k.add(cyl(9.6, 4, 0.8), M.zinc, [0, -127, 0]);
    // cage, race and balls
    k.add(
      lathe(
        [
          [26, -10],
          [33, -10],
          [34, 0, 6],
          [33, 10],
          [26, 10],
        ],
        { closed: true, bevel: 1 },
      ),
      M.groundSteel,
      [0, 6, 0],
      [14, 0, 0],
    );
    k.ring(6, 29, 10, () => new THREE.Mesh(new THREE.SphereGeometry(8.2, 28, 20), M.chrome));
    k.add(
      lathe(
        [
          [13, -12],
          [22, -10],
          [25, 0, 8],
          [22, 12],
          [13, 14],
        ],
        { bevel: 1.2, closed: true },
      ),
      M.groundSteel,
      [0, 8, 0],
      [14, 0, 0],
    );
    k.add(
      extrude(
        (() => {
          const s = disc(20);
          s.holes.push(new THREE.Path(gear(25, 12, 13.2, 0.3, 0.6).getPoints().reverse()));
          return s;
        })(),
        6,
        0.4,
      ).rotateX(-Math.PI / 2),
      M.groundSteel,
      [0, 20, 4],
      [14, 0, 0],
    );
  });
}

export function cvJoint(): Model {
  const k = new Kit();
  const j = new Kit();
  j.add(outerJoint());
  j.pose([0, 24, 0]).pose([0, 0, -88]);
  k.add(j.root, undefined, [20, 44, -16], [0, -46, 0]);
  k.add(
    lathe(boot(92, 17, 42, 5), { bevel: 0.8, seg: 96 }),
    M.softRubber,
    [-76, 0, 60],
    [180, 0, 0],
  ).position.set(-70, 92, 46);
  for (const [x, z] of [[96, 78]]) k.add(nut(32, M.zinc, 10.6), undefined, [x, 0, z]);
  k.add(
    lathe(
      [
        [46, 0],
        [46.8, 0],
        [46.8, 9],
        [46, 9],
      ],
      { closed: true, bevel: 0.2 },
    ),
    M.zinc,
    [22, 0, 96],
  ).scale.setScalar(0.55);

  return { root: k.root, yaw: 10, pitch: 24, fill: 0.93 };
}

export function driveShaft(): Model {
  const k = new Kit();
  k.add(cyl(13, 330, 1), M.black, [0, -40, 0]);
  k.add(
    lathe(
      [
        [13, 130],
        [19, 134],
        [19, 174],
        [13, 178],
      ],
      { bevel: 2 },
    ),
    M.softRubber,
  );
  k.add(outerJoint(), undefined, [0, -140, 0]);
  k.add(lathe(boot(96, 44, 17, 5), { bevel: 0.8 }), M.softRubber, [0, -124, 0]);
  for (const [y, r] of [
    [-122, 44.6],
    [-35, 17.6],
  ])
    k.add(ring(r - 1, r + 0.8, 7, 0.3), M.zinc, [0, y, 0]);
  k.add(
    extrude(
      (() => {
        const s = gear(44, 44, 49, 0.3, 0.36);
        s.holes.push(hole(0, 0, 42));
        return s;
      })(),
      9,
      0.3,
    ).rotateX(-Math.PI / 2),
    M.steel,
    [0, -133, 0],
  );
  k.add(lathe(boot(92, 17, 40, 4), { bevel: 0.8 }), M.softRubber, [0, 260, 0]);
  for (const [y, r] of [
    [261, 17.6],
    [343, 40.6],
  ])
    k.add(ring(r - 1, r + 0.8, 7, 0.3), M.zinc, [0, y, 0]);
  const tri = poly(
    Array.from({ length: 72 }, (_, i) => {
      const a = (i / 72) * TAU;
      const r = 39 + 5 * Math.cos(3 * a);
      return [Math.cos(a) * r, Math.sin(a) * r];
    }),
  );
  k.add(extrude(tri, 62, 2).rotateX(-Math.PI / 2), M.forged, [0, 380, 0]);
  k.add(
    lathe(
      [
        [0, 408],
        [26, 408, 4],
        [18, 424, 4],
        [15, 428],
        [15, 452],
        [0, 452],
      ],
      { bevel: 1 },
    ),
    M.turnedIron,
  );
  k.add(
    extrude(gear(33, 12.6, 14, 0.2, 0.6), 46, 0.6).rotateX(-Math.PI / 2),
    M.groundSteel,
    [0, 474, 0],
  );
  k.add(torus(13.2, 1.2), M.steel, [0, 488, 0]);
  k.pose([0, 0, -90]).pose([0, 48, 0]);
  return { root: k.root, yaw: 4, pitch: 26, fill: 0.96 };
}
