// Clutch kit and flywheel.
import * as THREE from "three";
import { M } from "../studio/finishes.ts";
import {
  box,
  cyl,
  disc,
  extrude,
  fillet,
  gear,
  hole,
  lathe,
  merge,
  onCircle,
  ring,
  TAU,
  torus,
} from "../studio/geometry.ts";
import { helix, sweep } from "../studio/paths.ts";
import { group, Kit, label, type Model } from "../studio/scene.ts";

function sector(r0: number, r1: number, a: number, rot: number): THREE.Path {
  const pts: number[][] = [];
  for (let i = 0; i <= 6; i++) pts.push([r1, -a / 2 + (a * i) / 6]);
  for (let i = 0; i <= 6; i++) pts.push([r0, a / 2 - (a * i) / 6]);
  const xy = pts.map(([r, w]) => [r * Math.cos(w + rot), r * Math.sin(w + rot)]);
  const f = fillet(xy, Math.min(3, (r1 - r0) / 3), true);
  return new THREE.Path(f.map((p) => new THREE.Vector2(...p)).reverse());
}

function frictionDisc() {
  return group((k) => {
    const face = disc(120);
    face.holes.push(hole(0, 0, 76, 96));
    k.add(extrude(face, 3.4, 0.3), M.friction, [0, 0, 3]);
    k.add(extrude(face, 3.4, 0.3), M.friction, [0, 0, -3]);
    const slots = Array.from({ length: 18 }, (_, i) =>
      box(46, 1.6, 0.5, 0.1)
        .translate(98, 0, 4.9)
        .rotateZ((i / 18) * TAU + 0.1),
    );
    k.add(merge(slots), M.dark);
    const rivets = onCircle(18, 86, 0)
      .concat(onCircle(18, 110, 0, 0.17))
      .map(([x, y]) =>
        cyl(3.2, 0.8, 0.2, 20)
          .rotateX(Math.PI / 2)
          .translate(x, y, 4.4),
      );
    k.add(merge(rivets), M.brass);
    const s = disc(80);
    s.holes.push(hole(0, 0, 22));
    for (let i = 0; i < 6; i++) s.holes.push(sector(42, 58, 0.56, (i / 6) * TAU));
    k.add(extrude(s, 4, 0.4), M.darkSteel);
    const p = disc(66);
    p.holes.push(hole(0, 0, 22));
    for (let i = 0; i < 6; i++) p.holes.push(sector(42, 57, 0.52, (i / 6) * TAU));
    k.add(extrude(p, 2.4, 0.5), M.yellowZinc, [0, 0, 6]);
    for (let i = 0; i < 6; i++) {
      const a = (i / 6) * TAU;
      const c = sweep(helix(6.4, 5.5, 25, 1.6), 1.6, { seg: 8 }).translate(0, -12.5, 0);
      k.add(c, M.steel, [Math.cos(a) * 49.5, Math.sin(a) * 49.5, 3], [0, 0, (a * 180) / Math.PI]);
    }
    const hub = disc(24);
    const spl = gear(23, 12.6, 14, 0.3, 0.5);
    hub.holes.push(new THREE.Path(spl.getPoints().reverse()));
    k.add(extrude(hub, 24, 0.8), M.groundSteel, [0, 0, 3]);
    for (const [x, y] of onCircle(6, 34, 0, 0.5))
      k.add(cyl(4, 2, 0.7, 24), M.steel, [x, y, 6.6], [90, 0, 0]);
  });
}

function pressurePlate() {
  return group((k) => {
    k.add(
      lathe(
        [
          [78, 2],
          [118, 2, 3],
          [124, 6],
          [124, 22],
          [134, 24],
          [134, 27],
          [121, 27],
          [119, 9],
          [78, 6],
        ],
        { closed: true, bevel: 1.2, seg: 112 },
      ),
      M.phosphate,
      [0, 0, 0],
      [-90, 0, 0],
    );
    const d = disc(88, [], 128);
    const inner: number[][] = [];
    for (let i = 0; i < 18; i++) {
      const a = (i / 18) * TAU;
      inner.push([24, a - 0.13], [24, a + 0.13]);
      inner.push(
        [62, a + TAU / 36 - 0.035],
        [70, a + TAU / 36 - 0.07],
        [74, a + TAU / 36],
        [70, a + TAU / 36 + 0.07],
        [62, a + TAU / 36 + 0.035],
      );
    }
    d.holes.push(
      new THREE.Path(
        inner.map(([r, a]) => new THREE.Vector2(r * Math.cos(a), r * Math.sin(a))).reverse(),
      ),
    );
    const g = extrude(d, 3, 0.4, 8);
    const p = g.attributes.position;
    for (let i = 0; i < p.count; i++) {
      const r = Math.hypot(p.getX(i), p.getY(i));
      p.setZ(i, p.getZ(i) + Math.max(0, 80 - r) * 0.2);
    }
    g.computeVertexNormals();
    k.add(g, M.darkSteel, [0, 0, 1]);
    k.add(torus(82, 2.4), M.steel, [0, 0, 3.4], [90, 0, 0]);
    for (const [x, y] of onCircle(9, 83, 0, 0.17))
      k.add(cyl(5, 3.4, 1, 24), M.steel, [x, y, 1.5], [90, 0, 0]);
    for (const [x, y] of onCircle(3, 104, 0, 0.6)) {
      k.add(
        box(34, 9, 1.4, 0.4),
        M.steel,
        [x, y, -0.6],
        [0, 0, (Math.atan2(y, x) * 180) / Math.PI + 60],
      );
      k.add(cyl(4.5, 2.4, 0.8, 24), M.zinc, [x, y, -0.4], [90, 0, 0]);
    }
    k.add(ring(80, 117, 12, 1, 112), M.turnedIron, [0, 0, -10], [-90, 0, 0]);
  });
}

export function clutchKit(): Model {
  const k = new Kit();
  k.add(pressurePlate(), undefined, [-40, 128, -34], [-8, 8, 0]);
  k.add(frictionDisc(), undefined, [96, 118, 28], [-10, 12, 0]);
  k.add(
    group((g) => {
      g.add(
        lathe(
          [
            [16, 0],
            [34, 0],
            [34, 6],
            [26, 7],
            [26, 24],
            [31, 25],
            [31, 34],
            [24, 36],
            [16, 34],
          ],
          { closed: true, bevel: 1 },
        ),
        M.plastic,
      );
      g.add(
        lathe(
          [
            [20, 34],
            [30, 34],
            [27, 40, 2],
            [20, 40],
          ],
          { closed: true, bevel: 1 },
        ),
        M.groundSteel,
      );
      for (const s of [-1, 1]) g.add(box(18, 6, 12, 1.5), M.plastic, [s * 38, 6, 0]);
    }),
    undefined,
    [-58, 0, 116],
    [0, 20, 0],
  );
  return { root: k.root, yaw: 6, pitch: 16, fill: 0.93 };
}

export function flywheel(): Model {
  const k = new Kit();
  const face = disc(118, onCircle(6, 30, 5, 0.3).concat(onCircle(6, 108, 4.4)));
  face.holes.push(hole(0, 0, 16));
  for (const [x, y, r] of onCircle(3, 108, 2.6, 0.5)) face.holes.push(hole(x, y, r));
  k.add(
    lathe(
      [
        [16, -10],
        [46, -10],
        [50, -4, 3],
        [70, -2],
        [74, -12],
        [128, -12],
        [130, -10],
        [130, 6],
        [122, 8],
        [122, 12],
        [72, 12],
        [68, 7, 2],
        [48, 6],
        [46, 9],
        [16, 9],
      ],
      { closed: true, bevel: 0.8, seg: 128 },
    ),
    M.turnedIron,
  );

  const teeth = gear(132, 132.4, 138.5, 0.26, 0.62);
  teeth.holes.push(hole(0, 0, 127, 128));
  k.add(extrude(teeth, 12, 0.8).rotateX(-Math.PI / 2), M.steel, [0, -1, 0]);
  k.add(ring(74, 118, 0.3, 0.1, 128), M.groundSteel, [0, 11.9, 0]);
  const dots = (n: number, R: number, r: number, y: number, s: number) => {
    k.ring(n, R, y, () => new THREE.Mesh(cyl(r, 0.5, 0.1, 28), M.dark), s);
    k.ring(n, R, y, () => new THREE.Mesh(ring(r, r + 1.4, 0.7, 0.3, 28), M.polished), s);
  };
  dots(6, 31, 5.4, 8.7, 12);
  dots(6, 120, 4.2, 11.7, 0);
  k.ring(3, 120, 11.8, () => new THREE.Mesh(cyl(3.6, 9, 0.8, 28), M.zinc), 30);
  dots(1, 31, 3, 8.7, 40);
  for (let i = 0; i < 5; i++) dots(1, 60, 4.5, 6.3, 200 + i * 11);
  k.add(label(44, 6, ["PARTWRIGHT PW-6120"], "#4a4a4c", 0.4), undefined, [0, 7.2, 59], [-90, 0, 0]);
  k.add(ring(16, 22, 1, 0.3), M.groundSteel, [0, 8.6, 0]);
  k.pose([90, 0, 0]).pose([-16, 0, 0]);
  return { root: k.root, yaw: -30, pitch: 8, fill: 0.92 };
}
