// Radiator hose.
import * as THREE from "three";
import { M } from "../studio/finishes.ts";
import { box, type Geo, indexed, lathe, ring } from "../studio/geometry.ts";
import { smooth, sweep } from "../studio/paths.ts";
import { decal, group, Kit, type Model, text } from "../studio/scene.ts";

// A strip lying on a hose; `at` and `wide` are angles from the horizontal, towards the viewer.
function ribbon(path: THREE.Vector3[], r: number, at: number, wide: number): Geo {
  const pos: number[] = [];
  const nor: number[] = [];
  const uv: number[] = [];
  const idx: number[] = [];
  const n = path.length;
  for (let i = 0; i < n; i++) {
    const t = path[Math.min(n - 1, i + 1)]
      .clone()
      .sub(path[Math.max(0, i - 1)])
      .normalize();
    const front = new THREE.Vector3(0, 0, 1).addScaledVector(t, -t.z).normalize();
    const up = front.clone().cross(t).normalize();
    for (let j = 0; j <= 6; j++) {
      const a = at + (j / 6 - 0.5) * wide;
      const d = front.clone().multiplyScalar(Math.cos(a)).addScaledVector(up, Math.sin(a));
      const p = path[i].clone().addScaledVector(d, r);
      pos.push(p.x, p.y, p.z);
      nor.push(d.x, d.y, d.z);
      uv.push(i / (n - 1), j / 6);
      if (i < n - 1 && j < 6) {
        const v = i * 7 + j;
        idx.push(v, v + 7, v + 1, v + 1, v + 7, v + 8);
      }
    }
  }
  return indexed(pos, nor, uv, idx);
}

export function coolantHose(): Model {
  const k = new Kit();
  const path = smooth(
    [
      [-110, 0, 0],
      [-70, 0, 0],
      [-36, 4, 2],
      [-8, 34, 8],
      [10, 74, 4],
      [44, 102, -6],
      [88, 104, -26],
      [128, 92, -62],
      [150, 84, -92],
    ],
    110,
  );
  k.add(sweep(path, 23, { caps: false, seg: 36 }), M.rubber);
  k.add(
    sweep(
      path.map((p) => p.clone()),
      19,
      { caps: false, seg: 30 },
    ),
    M.dark,
  );
  const end = (i: number, j: number) => {
    const d = path[i].clone().sub(path[j]).normalize();
    const q = new THREE.Quaternion().setFromUnitVectors(new THREE.Vector3(0, 1, 0), d);
    return { p: path[i], q };
  };
  for (const [i, j, s] of [
    [0, 1, 1],
    [110, 109, 1],
  ]) {
    const { p, q } = end(i, j);
    const g = group((h) => {
      h.add(ring(19, 23, 0.6, 0.25), M.softRubber, [0, -0.4, 0]);
      const c = group((e) => {
        e.add(
          lathe(
            [
              [23.2, -24],
              [24.2, -24],
              [24.2, -12],
              [23.2, -12],
            ],
            { bevel: 0.3, closed: true, arc: 5.9 },
          ),
          M.zinc,
        );
        e.add(box(3, 16, 9, 0.6), M.zinc, [28, -18, 3]);
        e.add(box(3, 8, 9, 0.6), M.zinc, [28, -18, -8], [0, 0, 0]);
      });
      c.rotation.y = s * 2.2;
      h.add(c);
    });
    g.position.copy(p);
    g.quaternion.copy(q);
    k.add(
      group((h) => {
        h.root.add(g);
      }),
    );
  }
  const mark = decal(1600, 160, (c, w, h) => {
    text(c, "PARTWRIGHT  PW-8138  EPDM", w / 2, h / 2, 96, "#e5e2d6");
  });
  k.add(ribbon(path.slice(64, 100), 23.2, 0.5, 0.34), mark);

  return { root: k.root, yaw: 18, pitch: 22 };
}
