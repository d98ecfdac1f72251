// Castings and forgings as signed distance fields, meshed with surface nets.
import * as THREE from "three";
import type { Geo, V3 } from "./geometry.ts";

export type Sdf = (x: number, y: number, z: number) => number;
type Axis = "x" | "y" | "z";

const clamp = (v: number, a: number, b: number) => Math.min(b, Math.max(a, v));

export const sphere =
  (r: number): Sdf =>
  (x, y, z) =>
    Math.sqrt(x * x + y * y + z * z) - r;

export const block =
  (w: number, h: number, d: number, round = 0): Sdf =>
  (x, y, z) => {
    const r = Math.min(round, w * 0.49, h * 0.49, d * 0.49);
    const a = Math.abs(x) - w / 2 + r;
    const b = Math.abs(y) - h / 2 + r;
    const c = Math.abs(z) - d / 2 + r;
    const ax = Math.max(a, 0);
    const bx = Math.max(b, 0);
    const cx = Math.max(c, 0);
    const out = Math.sqrt(ax * ax + bx * bx + cx * cx);
    return out + Math.min(Math.max(a, b, c), 0) - r;
  };

// A cylinder centred on the origin.
export const rod =
  (r: number, h: number, axis: Axis = "y", round = 0): Sdf =>
  (x, y, z) => {
    const t = axis === "x" ? x : axis === "y" ? y : z;
    const u = axis === "x" ? y : x;
    const v = axis === "z" ? y : z;
    const a = Math.sqrt(u * u + v * v) - r + round;
    const b = Math.abs(t) - h / 2 + round;
    const ax = Math.max(a, 0);
    const bx = Math.max(b, 0);
    return Math.min(Math.max(a, b), 0) + Math.sqrt(ax * ax + bx * bx) - round;
  };

// A rod between two points whose radius may change.
export const bar = (p: V3, q: V3, r0: number, r1 = r0): Sdf => {
  const dx = q[0] - p[0];
  const dy = q[1] - p[1];
  const dz = q[2] - p[2];
  const dd = dx * dx + dy * dy + dz * dz;
  return (x, y, z) => {
    const ax = x - p[0];
    const ay = y - p[1];
    const az = z - p[2];
    const t = clamp((ax * dx + ay * dy + az * dz) / dd, 0, 1);
    const ex = ax - dx * t;
    const ey = ay - dy * t;
    const ez = az - dz * t;
    return Math.sqrt(ex * ex + ey * ey + ez * ez) - (r0 + (r1 - r0) * t);
  };
};

export const ringSdf =
  (R: number, r: number, axis: Axis = "y"): Sdf =>
  (x, y, z) => {
    const t = axis === "x" ? x : axis === "y" ? y : z;
    const u = axis === "x" ? y : x;
    const v = axis === "z" ? y : z;
    const a = Math.sqrt(u * u + v * v) - R;
    return Math.sqrt(a * a + t * t) - r;
  };

// A flat polygon (in XY) given some thickness along Z, with rounded edges.
export const plate =
  (pts: number[][], depth: number, round = 0): Sdf =>
  (x, y, z) => {
    let d = Number.POSITIVE_INFINITY;
    let s = 1;
    for (let i = 0, j = pts.length - 1; i < pts.length; j = i, i++) {
      const ex = pts[j][0] - pts[i][0];
      const ey = pts[j][1] - pts[i][1];
      const wx = x - pts[i][0];
      const wy = y - pts[i][1];
      const t = clamp((wx * ex + wy * ey) / (ex * ex + ey * ey), 0, 1);
      const bx = wx - ex * t;
      const by = wy - ey * t;
      d = Math.min(d, bx * bx + by * by);
      const c1 = y >= pts[i][1];
      const c2 = y < pts[j][1];
      const c3 = ex * wy > ey * wx;
      if ((c1 && c2 && c3) || (!c1 && !c2 && !c3)) s = -s;
    }
    const a = s * Math.sqrt(d) + round;
    const b = Math.abs(z) - depth / 2 + round;
    const ax = Math.max(a, 0);
    const bx = Math.max(b, 0);
    return Math.min(Math.max(a, b), 0) + Math.sqrt(ax * ax + bx * bx) - round;
  };

export const at =
  (p: V3, f: Sdf): Sdf =>
  (x, y, z) =>
    f(x - p[0], y - p[1], z - p[2]);

// Turns the body; angles in degrees, applied X then Y then Z.
export const turn = (r: V3, f: Sdf): Sdf => {
  const k = Math.PI / 180;
  const e = new THREE.Euler(r[0] * k, r[1] * k, r[2] * k, "ZYX");
  const m = new THREE.Matrix4().makeRotationFromEuler(e).invert().elements;
  return (x, y, z) =>
    f(
      m[0] * x + m[4] * y + m[8] * z,
      m[1] * x + m[5] * y + m[9] * z,
      m[2] * x + m[6] * y + m[10] * z,
    );
};

const smin = (a: number, b: number, k: number) => {
  const h = Math.max(k - Math.abs(a - b), 0) / k;
  return Math.min(a, b) - h * h * k * 0.25;
};

export const join =
  (k: number, ...fs: Sdf[]): Sdf =>
  (x, y, z) => {
    let d = fs[0](x, y, z);
    for (let i = 1; i < fs.length; i++) {
      const e = fs[i](x, y, z);
      d = k > 0 ? smin(d, e, k) : Math.min(d, e);
    }
    return d;
  };

export const cut =
  (k: number, a: Sdf, ...fs: Sdf[]): Sdf =>
  (x, y, z) => {
    let d = a(x, y, z);
    for (const f of fs) {
      const e = -f(x, y, z);
      d = k > 0 ? -smin(-d, -e, k) : Math.max(d, e);
    }
    return d;
  };

export const both =
  (k: number, a: Sdf, b: Sdf): Sdf =>
  (x, y, z) => {
    const d = a(x, y, z);
    const e = b(x, y, z);
    return k > 0 ? -smin(-d, -e, k) : Math.max(d, e);
  };

export const mirrorX =
  (f: Sdf): Sdf =>
  (x, y, z) =>
    f(Math.abs(x), y, z);
export const mirrorZ =
  (f: Sdf): Sdf =>
  (x, y, z) =>
    f(x, y, Math.abs(z));

// Repeats the body n times around Y; it must sit near the +X axis.
export const spin =
  (n: number, f: Sdf): Sdf =>
  (x, y, z) => {
    const step = (Math.PI * 2) / n;
    const w = Math.atan2(z, x);
    const v = w - Math.round(w / step) * step;
    const r = Math.sqrt(x * x + z * z);
    return f(r * Math.cos(v), y, r * Math.sin(v));
  };

export function mesh(f: Sdf, min: V3, max: V3, cells = 150): Geo {
  const span = [0, 1, 2].map((i) => max[i] - min[i]);
  const h = Math.max(...span) / cells;
  const [nx, ny, nz] = span.map((s) => Math.ceil(s / h) + 2);
  const [ox, oy, oz] = min.map((m) => m - h);
  const B = 6;
  const sx = nx + 1;
  const sxy = sx * (ny + 1);
  const grid = new Float32Array(sxy * (nz + 1)).fill(Number.NaN);
  const value = (i: number, j: number, k: number) => {
    const at = i + j * sx + k * sxy;
    let v = grid[at];
    if (Number.isNaN(v)) {
      v = f(ox + i * h, oy + j * h, oz + k * h);
      grid[at] = v;
    }
    return v;
  };
  const vert = new Map<number, number>();
  const pos: number[] = [];
  const reach = B * h * 0.9 + h;
  for (let bk = 0; bk < nz; bk += B)
    for (let bj = 0; bj < ny; bj += B)
      for (let bi = 0; bi < nx; bi += B) {
        const c = B / 2;
        const d = f(ox + (bi + c) * h, oy + (bj + c) * h, oz + (bk + c) * h);
        if (Math.abs(d) > reach * 1.25) continue;
        for (let k = bk; k < Math.min(bk + B, nz); k++)
          for (let j = bj; j < Math.min(bj + B, ny); j++)
            for (let i = bi; i < Math.min(bi + B, nx); i++) {
              const v: number[] = [];
              let mask = 0;
              for (let q = 0; q < 8; q++) {
                const w = value(i + (q & 1), j + ((q >> 1) & 1), k + ((q >> 2) & 1));
                v.push(w);
                if (w < 0) mask |= 1 << q;
              }
              if (mask === 0 || mask === 255) continue;
              let n = 0;
              let x = 0;
              let y = 0;
              let z = 0;
              for (let a = 0; a < 8; a++)
                for (const bit of [1, 2, 4]) {
                  const b = a | bit;
                  if (a & bit || v[a] < 0 === v[b] < 0) continue;
                  const t = v[a] / (v[a] - v[b]);
                  x += (a & 1) + (bit === 1 ? t : 0);
                  y += ((a >> 1) & 1) + (bit === 2 ? t : 0);
                  z += ((a >> 2) & 1) + (bit === 4 ? t : 0);
                  n++;
                }
              vert.set(i + j * sx + k * sxy, pos.length / 3);
              pos.push(ox + (i + x / n) * h, oy + (j + y / n) * h, oz + (k + z / n) * h);
            }
      }
  const nor = new Array<number>(pos.length);
  const e = h * 0.35;
  const g = [0, 0, 0];
  const gradient = (x: number, y: number, z: number) => {
    g[0] = f(x + e, y, z) - f(x - e, y, z);
    g[1] = f(x, y + e, z) - f(x, y - e, z);
    g[2] = f(x, y, z + e) - f(x, y, z - e);
    const l = Math.hypot(g[0], g[1], g[2]) || 1;
    for (let a = 0; a < 3; a++) g[a] /= l;
  };
  for (let p = 0; p < pos.length; p += 3) {
    gradient(pos[p], pos[p + 1], pos[p + 2]);
    const d = clamp(f(pos[p], pos[p + 1], pos[p + 2]), -h / 2, h / 2);
    for (let a = 0; a < 3; a++) pos[p + a] -= g[a] * d;
    gradient(pos[p], pos[p + 1], pos[p + 2]);
    for (let a = 0; a < 3; a++) nor[p + a] = g[a];
  }
  const idx: number[] = [];
  const step = [1, sx, sxy];
  for (const [key] of vert) {
    const i = key % sx;
    const j = Math.floor((key % sxy) / sx);
    const k = Math.floor(key / sxy);
    const c = [i, j, k];
    const v0 = grid[key];
    for (let a = 0; a < 3; a++) {
      const u = (a + 1) % 3;
      const w = (a + 2) % 3;
      if (c[u] === 0 || c[w] === 0) continue;
      const v1 = value(i + (a === 0 ? 1 : 0), j + (a === 1 ? 1 : 0), k + (a === 2 ? 1 : 0));
      if (v0 < 0 === v1 < 0) continue;
      const A = vert.get(key);
      const Bv = vert.get(key - step[u]);
      const C = vert.get(key - step[u] - step[w]);
      const D = vert.get(key - step[w]);
      if (A === undefined || Bv === undefined || C === undefined || D === undefined) continue;
      if (v0 < 0) idx.push(A, Bv, C, A, C, D);
      else idx.push(A, C, Bv, A, D, C);
    }
  }
  const out = new THREE.BufferGeometry();
  out.setAttribute("position", new THREE.Float32BufferAttribute(pos, 3));
  out.setAttribute("normal", new THREE.Float32BufferAttribute(nor, 3));
  out.setAttribute(
    "uv",
    new THREE.Float32BufferAttribute(new Float32Array((pos.length / 3) * 2), 2),
  );
  out.setIndex(idx);
  return out;
}
