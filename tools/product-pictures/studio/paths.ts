// Paths and what is swept along them.
import * as THREE from "three";
import { fillet, type Geo, indexed, outline, type P2, TAU, type V3 } from "./geometry.ts";

export function vec(p: number[]): THREE.Vector3 {
  return new THREE.Vector3(p[0], p[1], p[2]);
}

// Straight runs joined by bends of the given radius.
export function bend(points: number[][], radius: number, steps = 10): THREE.Vector3[] {
  const out = [vec(points[0])];
  for (let i = 1; i < points.length - 1; i++) {
    const b = vec(points[i]);
    const u = vec(points[i - 1]).sub(b);
    const v = vec(points[i + 1]).sub(b);
    const t = Math.min(radius, u.length() * 0.49, v.length() * 0.49);
    const p = b.clone().addScaledVector(u.normalize(), t);
    const q = b.clone().addScaledVector(v.normalize(), t);
    const curve = new THREE.QuadraticBezierCurve3(p, b, q);
    out.push(...curve.getPoints(steps));
  }
  out.push(vec(points[points.length - 1]));
  return out;
}

export function smooth(points: number[][], n = 60, closed = false): THREE.Vector3[] {
  const curve = new THREE.CatmullRomCurve3(points.map(vec), closed, "centripetal");
  const out = curve.getSpacedPoints(n);
  if (closed) out.pop();
  return out;
}

export type SweepOptions = {
  closed?: boolean;
  bevel?: number;
  scale?: (t: number) => number;
  up?: V3;
  caps?: boolean;
  seg?: number;
};

// Sweeps a round (number) or polygonal section along a path of points.
export function sweep(
  path: THREE.Vector3[],
  section: number | number[][],
  o: SweepOptions = {},
): Geo {
  const { closed = false, bevel = 0.3, caps = !closed, seg = 20 } = o;
  const pts: P2[] =
    typeof section === "number"
      ? Array.from({ length: seg }, (_, i) => [
          section * Math.cos((i / seg) * TAU),
          section * Math.sin((i / seg) * TAU),
        ])
      : fillet(section, bevel, true, 3);
  const strips = outline(pts, true);
  const n = path.length;
  const tangent = path.map((_, i) => {
    const a = path[closed ? (i + n - 1) % n : Math.max(0, i - 1)];
    const b = path[closed ? (i + 1) % n : Math.min(n - 1, i + 1)];
    return b.clone().sub(a).normalize();
  });
  let side = o.up ? vec(o.up) : new THREE.Vector3(0, 1, 0);
  if (Math.abs(side.dot(tangent[0])) > 0.95) side = new THREE.Vector3(1, 0, 0);
  const frames = path.map((_, i) => {
    const t = tangent[i];
    if (o.up) side = vec(o.up);
    const x = side.clone().addScaledVector(t, -side.dot(t)).normalize();
    side = x;
    return { x, y: t.clone().cross(x) };
  });
  const pos: number[] = [];
  const nor: number[] = [];
  const uv: number[] = [];
  const idx: number[] = [];
  const rows = closed ? n + 1 : n;
  const put = (i: number, p: P2, m: P2, k: number) => {
    const f = frames[i % n];
    const c = path[i % n];
    const s = o.scale ? o.scale(i / (n - 1)) : 1;
    const at = c
      .clone()
      .addScaledVector(f.x, p[0] * s)
      .addScaledVector(f.y, p[1] * s);
    const q = f.x.clone().multiplyScalar(m[0]).addScaledVector(f.y, m[1]).normalize();
    pos.push(at.x, at.y, at.z);
    nor.push(q.x, q.y, q.z);
    uv.push(i / (rows - 1), k);
  };
  for (const [j, [a, b]] of strips.entries()) {
    const base = pos.length / 3;
    const flip = (b.p[0] - a.p[0]) * a.n[1] - (b.p[1] - a.p[1]) * a.n[0] > 0;
    for (let i = 0; i < rows; i++) {
      put(i, a.p, a.n, j / strips.length);
      put(i, b.p, b.n, (j + 1) / strips.length);
    }
    for (let i = 0; i < rows - 1; i++) {
      const v = base + i * 2;
      if (flip) idx.push(v, v + 2, v + 1, v + 1, v + 2, v + 3);
      else idx.push(v, v + 1, v + 2, v + 1, v + 3, v + 2);
    }
  }
  if (caps) {
    const tri = THREE.ShapeUtils.triangulateShape(
      pts.map((p) => new THREE.Vector2(...p)),
      [],
    );
    for (const [row, sign] of [
      [0, -1],
      [n - 1, 1],
    ]) {
      const base = pos.length / 3;
      const t = tangent[row].clone().multiplyScalar(sign);
      for (const p of pts) {
        put(row, p, [1, 0], 0);
        nor.splice(nor.length - 3, 3, t.x, t.y, t.z);
      }
      const ccw = THREE.ShapeUtils.area(pts.map((p) => new THREE.Vector2(...p))) > 0;
      for (const [a, b, c] of tri) {
        if (sign > 0 === ccw) idx.push(base + a, base + b, base + c);
        else idx.push(base + a, base + c, base + b);
      }
    }
  }
  return indexed(pos, nor, uv, idx);
}

// The centre line of a helical spring standing on y = 0, ends closed and ground.
export function helix(R: number, turns: number, height: number, wire: number, dead = 0.8) {
  const n = Math.ceil(turns * 48);
  const pitch = (u: number) => {
    const edge = Math.min(u, turns - u);
    return edge < dead ? 0.12 : 1;
  };
  const ys = [0];
  for (let i = 1; i <= n; i++) ys.push(ys[i - 1] + pitch(((i - 0.5) / n) * turns));
  return ys.map((y, i) => {
    const w = (i / n) * turns * TAU;
    return new THREE.Vector3(
      R * Math.cos(w),
      wire + (y / ys[n]) * (height - 2 * wire),
      R * Math.sin(w),
    );
  });
}
