// Coil spring, shock absorber and coil-over strut.
import { M } from "../studio/finishes.ts";
import { around, box, cyl, extrude, gear, lathe, ring, thread } from "../studio/geometry.ts";
import { helix, sweep } from "../studio/paths.ts";
import { boltHead, decal, group, Kit, type Model, nut, stud, text, wrap } from "../studio/scene.ts";
import { at, block, cut, join, mesh, mirrorX, rod } from "../studio/sdf.ts";

export function coilSpring(): Model {
  const k = new Kit();
  const s = sweep(helix(66, 7.4, 330, 6.5), 6.5, { seg: 20 });
  k.add(s, M.black);
  for (const [y, c] of [
    [0, M.whitePlastic],
    [11, M.greenPlastic],
  ] as const) {
    const path = helix(66, 7.4, 330, 6.5).slice(170 + y, 177 + y);
    k.add(sweep(path, 6.62, { seg: 20, caps: false }), c);
  }
  k.pose([0, 0, -90]).pose([0, 32, 0]);
  const out = new Kit();
  out.add(k.root);
  const t = new Kit();
  t.add(s, M.black);
  t.pose([0, 200, 0]);
  out.add(t.root, undefined, [70, -72.5, -190]);
  return { root: out.root, yaw: 6, pitch: 20, fill: 0.92 };
}

function eye() {
  return group((k) => {
    k.add(ring(15, 20, 26, 1), M.black, [0, 0, -13], [90, 0, 0]);
    k.add(
      lathe(
        [
          [8, -13.5],
          [14.8, -12, 2],
          [14.8, 12, 2],
          [8, 13.5],
        ],
        { bevel: 1 },
      ),
      M.softRubber,
      [0, 0, 0],
      [90, 0, 0],
    );
    k.add(ring(6, 9, 34, 0.6), M.zinc, [0, 0, 17], [-90, 0, 0]);
    k.root.children[0].position.z = 13;
    k.root.children[0].rotation.x = -Math.PI / 2;
  });
}

export function shockAbsorber(): Model {
  const k = new Kit();
  k.add(eye());
  k.add(
    lathe(
      [
        [0, 15],
        [12, 17],
        [24, 24, 5],
        [24, 210, 3],
        [20, 214],
        [20, 216],
        [8, 217],
      ],
      { bevel: 2 },
    ),
    M.gloss,
  );
  k.add(
    lathe(
      [
        [24.1, 30],
        [24.5, 31],
        [24.5, 34],
        [24.1, 35],
      ],
      { bevel: 0.4 },
    ),
    M.gloss,
  );
  k.add(cyl(7, 90, 0.6), M.chrome, [0, 214, 0]);
  k.add(
    lathe(
      [
        [8, 216],
        [12, 216],
        [11, 221],
        [7.2, 222],
      ],
      { bevel: 0.8 },
    ),
    M.softRubber,
  );
  // dust tube, cut short to show the rod
  k.add(
    lathe(
      [
        [27, 262],
        [28.4, 262],
        [28.4, 346, 3],
        [25, 350],
        [8, 352],
        [8, 350],
        [24, 348],
        [27, 345, 2],
      ],
      { bevel: 0.5, closed: true },
    ),
    M.black,
  );
  k.add(
    lathe(
      [
        [7.2, 280],
        [14, 282],
        [15, 292, 2],
        [12, 298],
        [15, 304, 2],
        [13, 330],
        [7.2, 332],
      ],
      { bevel: 2 },
    ),
    M.orange,
  );
  const top = eye();
  k.add(top, undefined, [0, 372, 0]);
  k.add(
    wrap(
      24.15,
      66,
      120,
      35,
      150,
      decal(900, 1720, (c, w, h) => {
        c.fillStyle = "#c8551b";
        c.fillRect(0, h * 0.02, w, h * 0.012);
        c.translate(w / 2, h / 2);
        c.rotate(-Math.PI / 2);
        text(c, "PARTWRIGHT", 0, -120, 250, "#e9e7e1");
        text(c, "GAS TWIN-TUBE   PW-9140", 0, 130, 100, "#c8551b");
      }),
    ),
  );
  k.pose([0, -40, 0]).pose([0, 0, -90]).pose([0, 40, 0]);
  return { root: k.root, yaw: 4, pitch: 30, fill: 0.94 };
}

export function coilOver(): Model {
  const k = new Kit();
  // lower clevis, body and thread
  const fork = cut(
    1,
    join(4, mirrorX(at([14, -14, 0], block(9, 48, 30, 6))), at([0, 10, 0], rod(23, 16, "y", 3))),
    at([0, -24, 0], rod(6, 60, "x")),
  );
  k.add(mesh(fork, [-26, -42, -26], [26, 20, 26], 90), M.castAlu);
  k.add(cyl(20, 60, 0.8), M.turnedAlu, [0, 16, 0]);
  k.add(thread(22.6, 3.2, 120, 1.3), M.alu, [0, 40, 0]);
  k.add(
    lathe(
      [
        [22, 159],
        [22, 163],
        [18, 166],
        [8, 167],
      ],
      { bevel: 0.8 },
    ),
    M.darkSteel,
  );
  // adjusting collars with spanner slots
  const collar = gear(12, 31.5, 34.5, 0.62, 0.74);
  k.add(extrude(collar, 11, 0.9).rotateX(-Math.PI / 2), M.blueAnodised, [0, 74, 0]);
  k.add(extrude(collar, 9, 0.9).rotateX(-Math.PI / 2), M.blueAnodised, [0, 62, 0], [0, 9, 0]);
  k.add(
    lathe(
      [
        [24, 79],
        [40, 79],
        [40, 83],
        [31, 84],
        [31, 90],
        [24, 90],
      ],
      { bevel: 0.8 },
    ),
    M.blueAnodised,
  );
  k.add(sweep(helix(35, 6.3, 178, 5.6), 5.6, { seg: 20 }), M.springRed, [0, 83, 0]);
  k.add(cyl(8, 130, 0.6), M.chrome, [0, 160, 0]);
  k.add(
    lathe(
      [
        [8.4, 186],
        [16, 187],
        [17, 196, 2],
        [13, 201],
        [16, 206, 2],
        [14, 226],
        [8.4, 228],
      ],
      { bevel: 2 },
    ),
    M.softRubber,
  );
  k.add(
    lathe(
      [
        [8, 252],
        [31, 252],
        [31, 259],
        [41, 260],
        [41, 265],
        [20, 272],
        [8, 272],
      ],
      { bevel: 0.9 },
    ),
    M.blueAnodised,
  );
  // top mount

  k.add(
    lathe(
      [
        [17, 274],
        [58, 274],
        [60, 276],
        [60, 281],
        [44, 282, 2],
        [36, 292, 3],
        [22, 293],
        [17, 292],
      ],
      { closed: true, bevel: 0.9, seg: 112 },
    ),
    M.turnedAlu,
  );
  k.ring(3, 50, 281, () => stud(4, 18), 30);
  k.add(around(cyl(5.4, 1.4, 0.3, 30).translate(50, 281, 0), 3, Math.PI / 6), M.zinc);
  k.add(
    lathe(
      [
        [8, 286],
        [16.4, 289],
        [16.4, 294],
        [10, 296],
      ],
      { bevel: 0.8 },
    ),
    M.polished,
  );
  k.add(nut(17, M.zinc, 5), undefined, [0, 294, 0]);
  k.add(cyl(5, 20, 0.6), M.groundSteel, [0, 298, 0]);
  k.add(
    lathe(
      [
        [0, 316],
        [9, 316],
        [9.6, 318],
        [9.6, 328],
        [8.6, 330],
        [0, 330],
      ],
      { bevel: 0.6 },
    ),
    M.redAnodised,
  );
  k.add(around(box(1.6, 9, 1.6, 0.3).translate(9.6, 323, 0), 18), M.redAnodised);
  k.add(boltHead(15, M.zinc), undefined, [19, -24, 0], [0, 0, -90]);
  k.add(
    wrap(
      20.1,
      19,
      19,
      130,
      130,
      decal(900, 360, (c, w) => {
        text(c, "PARTWRIGHT", w / 2, 120, 130, "#2d2e30");
        text(c, "24-WAY REBOUND", w / 2, 270, 84, "#a8141a");
      }),
    ),
  );

  k.pose([0, 50, 0]).pose([0, 0, -84]).pose([0, -36, 0]);
  return { root: k.root, yaw: 4, pitch: 27, fill: 0.95 };
}
