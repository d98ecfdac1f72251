// Camshaft.
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
  poly,
  TAU,
} from "../studio/geometry.ts";
import { Kit, type Model } from "../studio/scene.ts";

function lobe(lift: number, r: number): THREE.Shape {
  const pts: number[][] = [];
  for (let i = 0; i < 96; i++) {
    const a = (i / 96) * TAU;
    const d = Math.abs(((a + Math.PI) % TAU) - Math.PI);
    const u = Math.min(1, d / 1.15);
    const q = r + lift * (u < 1 ? 1 - u * u * (3 - 2 * u) : 0);
    pts.push([Math.cos(a) * q, Math.sin(a) * q]);
  }
  return poly(pts);
}

export function camshaft(): Model {
  const k = new Kit();
  const L = 400;
  k.add(cyl(10, L, 1, 64), M.castIron);
  for (let i = 0; i < 5; i++) k.add(cyl(13.5, 20, 0.8, 72), M.groundSteel, [0, 14 + i * 88, 0]);
  const phase = [0, 0, 180, 180, 270, 270, 90, 90];
  for (let i = 0; i < 8; i++) {
    const y = 52 + Math.floor(i / 2) * 88 + (i % 2) * 32;
    k.add(
      extrude(lobe(9.2, 15), 15, 0.8).rotateX(-Math.PI / 2),
      M.groundSteel,
      [0, y, 0],
      [0, phase[i] + (i % 2 ? 14 : 0), 0],
    );
  }
  for (let i = 0; i < 4; i++) k.add(cyl(12, 7, 0.8), M.castIron, [0, 64.5 + i * 88, 0]);
  k.add(
    lathe(
      [
        [0, 372],
        [17, 372],
        [17, 378],
        [13.5, 379],
        [13.5, 392],
        [17, 393],
        [17, 398],
        [0, 398],
      ],
      { bevel: 0.6 },
    ),
    M.groundSteel,
  );
  const sprocket = gear(38, 47, 52);
  sprocket.holes.push(hole(0, 0, 9));
  for (let i = 0; i < 5; i++) {
    const a = (i / 5) * TAU + 0.3;
    const w = fillet(
      [
        [20, -6],
        [38, -15],
        [42, 0],
        [38, 15],
        [20, 6],
      ],
      4,
      true,
    ).map(
      ([x, y]) =>
        new THREE.Vector2(x * Math.cos(a) - y * Math.sin(a), x * Math.sin(a) + y * Math.cos(a)),
    );
    sprocket.holes.push(new THREE.Path(w.reverse()));
  }
  k.add(extrude(sprocket, 8, 0.7).rotateX(-Math.PI / 2), M.steel, [0, 406, 0]);
  k.add(extrude(disc(18, []), 10, 0.8).rotateX(-Math.PI / 2), M.steel, [0, 406, 0]);
  k.add(cyl(9, 8, 0.8), M.zinc, [0, 410, 0]);
  k.add(box(4, 3, 10, 0.6), M.darkSteel, [0, 400, 14]);
  k.pose([0, 0, 90]).pose([0, -38, 0]);
  return { root: k.root, yaw: 6, pitch: 22, fill: 0.93 };
}
