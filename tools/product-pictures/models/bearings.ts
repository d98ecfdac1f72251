// Taper roller bearing and wheel hub unit.
import * as THREE from "three";
import { M } from "../studio/finishes.ts";
import {
  around,
  box,
  cyl,
  disc,
  extrude,
  hole,
  lathe,
  onCircle,
  ring,
  TAU,
} from "../studio/geometry.ts";
import { bend, sweep } from "../studio/paths.ts";
import { connector, decal, group, Kit, type Model, stud, text } from "../studio/scene.ts";

export function taperBearing(): Model {
  const k = new Kit();
  const cone = group((g) => {
    g.add(
      lathe(
        [
          [20, 0],
          [26.5, 0],
          [26.5, 2.4],
          [24.4, 3],
          [27.6, 15.4],
          [29.6, 15.4],
          [29.6, 19],
          [20, 19],
        ].map(([r, y]) => [r, y]),
        { closed: true, bevel: 0.7, seg: 128 },
      ),
      M.groundSteel,
    );
    const roller = lathe(
      [
        [0, -6.6],
        [2.4, -6.6],
        [3.1, 6.6],
        [0, 6.6],
      ],
      { bevel: 0.4, seg: 32 },
    );
    g.ring(19, 28.6, 9.2, () => {
      const h = new THREE.Group();
      const m = new THREE.Mesh(roller, M.polished);
      m.rotation.z = -0.24;
      h.add(m);
      return h;
    });
    g.add(
      lathe(
        [
          [29.2, 0.8],
          [30, 0.6],
          [33.6, 17],
          [32.8, 17.4],
        ],
        { closed: true, bevel: 0.3 },
      ),
      M.darkSteel,
      [0, 0, 0],
      [0, 0, 0],
      1,
    );
    for (const [r, y] of [
      [29, 1.4],
      [32.6, 16.6],
    ])
      g.add(ring(r - 2, r + 1, 1.2, 0.4), M.brass, [0, y - 0.6, 0]);
    g.ring(
      19,
      30.6,
      9,
      () => {
        const h = new THREE.Group();
        const m = new THREE.Mesh(box(1.1, 15.5, 2.6, 0.4), M.brass);
        m.rotation.z = -0.24;
        h.add(m);
        return h;
      },
      180 / 19,
    );
  });
  cone.children.splice(
    cone.children.findIndex((c) => (c as THREE.Mesh).material === M.darkSteel),
    1,
  );
  const cup = group((g) => {
    g.add(
      lathe(
        [
          [31.6, 0],
          [34, 0],
          [34, 15],
          [29.8 + 1.4, 15],
          [28.8 + 0.4, 1],
        ]
          .map(([r, y]) => [r, y])
          .slice(1, 3)
          .concat([
            [33.2, 15],
            [30.2, 0],
          ]),
        { closed: true, bevel: 0.6, seg: 128 },
      ),
      M.groundSteel,
    );
  });
  k.add(cone, undefined, [0, 0, 0]);
  k.add(cup, undefined, [-42, 34.2, -26], [90, 0, 28]);
  k.add(
    new THREE.Mesh(
      new THREE.RingGeometry(21.5, 27.8, 96),
      decal(
        1400,
        1400,
        (c, w) => {
          c.translate(w / 2, w / 2);
          const s = "PARTWRIGHT  32008-X  ·  P6X  ·  ";
          for (let i = 0; i < s.length; i++) {
            c.save();
            c.rotate((i / s.length) * TAU);
            text(c, s[i], 0, -w * 0.445, 84, "#45464a", "normal");
            c.restore();
          }
        },
        0.4,
      ),
    ),
    undefined,
    [0, 19.05, 0],
    [-90, 0, 0],
  );
  return { root: k.root, yaw: 22, pitch: 32 };
}

export function hubUnit(): Model {
  const k = new Kit();
  const s = disc(68, onCircle(5, 56, 6.3, Math.PI / 2));
  s.holes.push(hole(0, 0, 30));
  for (const [x, y] of onCircle(5, 42, 0, Math.PI / 2 + TAU / 10)) s.holes.push(hole(x, y, 8.5));
  k.add(extrude(s, 11, 1.2).rotateX(-Math.PI / 2), M.turnedIron, [0, 5, 0]);
  k.add(
    lathe(
      [
        [22, -3],
        [34, -3, 3],
        [34, 24, 1],
        [31, 24],
        [31, 12],
        [22, 10],
        [22, -3],
      ],
      { bevel: 0.8 },
    ),
    M.turnedIron,
  );
  k.add(
    lathe(
      [
        [16, 12],
        [29, 12],
        [31, 16],
      ],
      { bevel: 0.5 },
    ),
    M.turnedIron,
  );
  k.add(
    lathe(
      [
        [12.6, 14],
        [16.5, 14],
        [16.5, -40],
        [12.6, -40],
      ],
      { closed: true },
    ),
    M.darkSteel,
  );
  k.add(around(box(1.4, 50, 1.6, 0.2).translate(12.9, -12, 0), 27), M.darkSteel);
  // outer race with its own bolted flange
  k.add(
    lathe(
      [
        [30, -2],
        [42, -2],
        [42, -18],
        [45, -20],
        [45, -52],
        [36, -52],
        [30, -48],
      ],
      { bevel: 1.2 },
    ),
    M.groundSteel,
  );
  const rear = disc(46, [[0, 0, 36]]);
  k.add(extrude(rear, 12, 1).rotateX(-Math.PI / 2), M.forged, [0, -26, 0]);
  k.add(around(group2(), 4, Math.PI / 4), M.forged, [0, -26, 0]);
  k.ring(4, 56, -20, () => new THREE.Mesh(ring(5.6, 9, 1.2, 0.3), M.turnedIron), 45);
  k.add(ring(24, 41, 2, 0.6), M.softRubber, [0, -4.5, 0]);
  k.ring(5, 56, 10, () => stud(6, 30), 90);
  k.ring(
    5,
    56,
    9.6,
    () =>
      group((g) => {
        g.add(cyl(7, 2.4, 0.4, 40), M.zinc);
      }),
    90,
  );
  k.add(
    sweep(
      bend(
        [
          [36, -46, 22],
          [52, -60, 34],
          [86, -60, 20],
          [100, -44, 46],
        ],
        14,
      ),
      2.4,
    ),
    M.softRubber,
  );
  k.add(connector(12, 10, 16, 2), undefined, [100, -44, 46], [30, 0, -30]);
  k.pose([90, 0, 0]);
  return { root: k.root, yaw: 40, pitch: 16 };
}

function group2(): THREE.BufferGeometry {
  const s = disc(12, [[0, 0, 5.6]]);
  return extrude(s, 12, 1, 24)
    .rotateX(-Math.PI / 2)
    .translate(56, 0, 0);
}
