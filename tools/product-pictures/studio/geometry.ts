// Geometry helpers. All lengths are millimetres; bodies of revolution turn around Y.
import * as THREE from "three";
import { mergeGeometries, toCreasedNormals } from "three/addons/utils/BufferGeometryUtils.js";

export type P2 = [number, number];
export type V3 = [number, number, number];
export type Geo = THREE.BufferGeometry;
export const TAU = Math.PI * 2;

type Outline = { p: P2; n: P2 }[][];

// Rounds the corners of a polyline; the radius of a point may be given as its third number.
export function fillet(points: number[][], radius: number, closed: boolean, steps = 4): P2[] {
  const out: P2[] = [];
  const n = points.length;
  for (let i = 0; i < n; i++) {
    const b = points[i];
    const r = b[2] ?? radius;
    if ((!closed && (i === 0 || i === n - 1)) || r <= 0) {
      out.push([b[0], b[1]]);
      continue;
    }
    const a = points[(i + n - 1) % n];
    const c = points[(i + 1) % n];
    const ux = a[0] - b[0];
    const uy = a[1] - b[1];
    const vx = c[0] - b[0];
    const vy = c[1] - b[1];
    const lu = Math.hypot(ux, uy);
    const lv = Math.hypot(vx, vy);
    const cos = (ux * vx + uy * vy) / (lu * lv || 1);
    if (!(cos > -0.985)) {
      out.push([b[0], b[1]]);
      continue;
    }
    const half = Math.acos(Math.min(1, cos)) / 2;
    const t = Math.min(r / Math.tan(half), lu * 0.48, lv * 0.48);
    const p: P2 = [b[0] + (ux / lu) * t, b[1] + (uy / lu) * t];
    const q: P2 = [b[0] + (vx / lv) * t, b[1] + (vy / lv) * t];
    const rr = t * Math.tan(half);
    const mx = (p[0] + q[0]) / 2 - b[0];
    const my = (p[1] + q[1]) / 2 - b[1];
    const lm = Math.hypot(mx, my) || 1;
    const d = Math.hypot(rr, t);
    const cx = b[0] + (mx / lm) * d;
    const cy = b[1] + (my / lm) * d;
    const a0 = Math.atan2(p[1] - cy, p[0] - cx);
    let a1 = Math.atan2(q[1] - cy, q[0] - cx);
    if (a1 - a0 > Math.PI) a1 -= TAU;
    if (a1 - a0 < -Math.PI) a1 += TAU;
    for (let k = 0; k <= steps; k++) {
      const w = a0 + ((a1 - a0) * k) / steps;
      out.push([cx + Math.cos(w) * rr, cy + Math.sin(w) * rr]);
    }
  }
  return out;
}

// Splits an outline into strips with weighted normals; corners over the crease stay sharp.
export function outline(pts: P2[], closed: boolean, crease = 0.62): Outline {
  let area = 0;
  const clean = pts.filter((p, i) => {
    const q = pts[(i + 1) % pts.length];
    return (!closed && i === pts.length - 1) || Math.hypot(p[0] - q[0], p[1] - q[1]) > 1e-6;
  });
  const n = clean.length;
  for (let i = 0; i < n; i++) {
    const a = clean[i];
    const b = clean[(i + 1) % n];
    area += a[0] * b[1] - b[0] * a[1];
  }
  const s = area >= 0 ? 1 : -1;
  const m = closed ? n : n - 1;
  const seg = Array.from({ length: m }, (_, i) => {
    const a = clean[i];
    const b = clean[(i + 1) % n];
    const dx = b[0] - a[0];
    const dy = b[1] - a[1];
    const l = Math.hypot(dx, dy) || 1;
    return { n: [(s * dy) / l, (-s * dx) / l] as P2, l };
  });
  const normalAt = (self: number, other: number): P2 => {
    if (!closed && (other < 0 || other >= m)) return seg[self].n;
    const a = seg[self];
    const b = seg[(other + m) % m];
    if (a.n[0] * b.n[0] + a.n[1] * b.n[1] < Math.cos(crease)) return a.n;
    const x = a.n[0] * a.l + b.n[0] * b.l;
    const y = a.n[1] * a.l + b.n[1] * b.l;
    const l = Math.hypot(x, y) || 1;
    return [x / l, y / l];
  };
  return seg.map((_, i) => [
    { p: clean[i], n: normalAt(i, i - 1) },
    { p: clean[(i + 1) % n], n: normalAt(i, i + 1) },
  ]);
}

export function indexed(pos: number[], nor: number[], uv: number[], idx: number[]): Geo {
  const g = new THREE.BufferGeometry();
  g.setAttribute("position", new THREE.Float32BufferAttribute(pos, 3));
  g.setAttribute("normal", new THREE.Float32BufferAttribute(nor, 3));
  g.setAttribute("uv", new THREE.Float32BufferAttribute(uv, 2));
  g.setIndex(idx);
  return g;
}

export type LatheOptions = {
  bevel?: number;
  seg?: number;
  closed?: boolean;
  start?: number;
  arc?: number;
  crease?: number;
};

// Turns a profile of [radius, y] around Y; `bevel` rounds its corners.
export function lathe(profile: number[][], o: LatheOptions = {}): Geo {
  const { bevel = 0.4, seg = 96, closed = false, start = 0, arc = TAU, crease } = o;
  const strips = outline(fillet(profile, bevel, closed), closed, crease);
  const pos: number[] = [];
  const nor: number[] = [];
  const uv: number[] = [];
  const idx: number[] = [];
  const total = strips.reduce(
    (sum, [a, b]) => sum + Math.hypot(b.p[0] - a.p[0], b.p[1] - a.p[1]),
    0,
  );
  let at = 0;
  for (const [a, b] of strips) {
    const base = pos.length / 3;
    const len = Math.hypot(b.p[0] - a.p[0], b.p[1] - a.p[1]);
    for (let j = 0; j <= seg; j++) {
      const w = start + (arc * j) / seg;
      const c = Math.cos(w);
      const s = Math.sin(w);
      for (const [k, q] of [a, b].entries()) {
        pos.push(q.p[0] * c, q.p[1], -q.p[0] * s);
        nor.push(q.n[0] * c, q.n[1], -q.n[0] * s);
        uv.push(j / seg, (at + k * len) / total);
      }
    }
    at += len;
    const down = b.p[1] - a.p[1];
    const out = b.p[0] - a.p[0];
    const flip = down * a.n[0] - out * a.n[1] < 0;
    for (let j = 0; j < seg; j++) {
      const v = base + j * 2;
      if (flip) idx.push(v, v + 1, v + 2, v + 1, v + 3, v + 2);
      else idx.push(v, v + 2, v + 1, v + 1, v + 2, v + 3);
    }
  }
  return indexed(pos, nor, uv, idx);
}

export function cyl(r: number, h: number, bevel = 0.4, seg = 64): Geo {
  return lathe(
    [
      [0, 0],
      [r, 0],
      [r, h],
      [0, h],
    ],
    { bevel, seg },
  );
}

export function ring(ri: number, ro: number, h: number, bevel = 0.4, seg = 96): Geo {
  return lathe(
    [
      [ri, 0],
      [ro, 0],
      [ro, h],
      [ri, h],
    ],
    { bevel, seg, closed: true },
  );
}

export function torus(R: number, r: number, seg = 96): Geo {
  const pts: P2[] = Array.from({ length: 20 }, (_, i) => [
    R + r * Math.cos((i / 20) * TAU),
    r * Math.sin((i / 20) * TAU),
  ]);
  return lathe(pts, { closed: true, bevel: 0, seg });
}

// Surface of revolution whose radius depends on the angle and the height.
export function revolve(
  radius: (angle: number, y: number) => number,
  y0: number,
  y1: number,
  ny: number,
  seg = 72,
): Geo {
  const pos: number[] = [];
  const nor: number[] = [];
  const uv: number[] = [];
  const idx: number[] = [];
  const e = 1e-3;
  for (let i = 0; i <= ny; i++) {
    const y = y0 + ((y1 - y0) * i) / ny;
    for (let j = 0; j <= seg; j++) {
      const w = (j / seg) * TAU;
      const r = radius(w, y);
      const ry = (radius(w, y + e) - radius(w, y - e)) / (2 * e);
      const rw = (radius(w + e, y) - radius(w - e, y)) / (2 * e * (r || 1));
      const c = Math.cos(w);
      const s = Math.sin(w);
      pos.push(r * c, y, -r * s);
      const n = new THREE.Vector3(c + s * rw, -ry, -s + c * rw).normalize();
      nor.push(n.x, n.y, n.z);
      uv.push(j / seg, i / ny);
      if (i < ny && j < seg) {
        const v = i * (seg + 1) + j;
        idx.push(v, v + 1, v + seg + 1, v + 1, v + seg + 2, v + seg + 1);
      }
    }
  }
  return indexed(pos, nor, uv, idx);
}

// A V thread between y = 0 and `length`, running out at both ends.
export function thread(r: number, pitch: number, length: number, depth = pitch * 0.55): Geo {
  const f = (w: number, y: number) => {
    const t = (((y / pitch - w / TAU) % 1) + 1) % 1;
    const k = Math.min(1, Math.max(0, Math.abs(t * 2 - 1) * 1.3 - 0.15));
    const fade = Math.min(1, Math.max(0, Math.min(y, length - y) / pitch));
    return r - depth * (1 - (1 - k) * fade);
  };
  return revolve(f, 0, length, Math.ceil((length / pitch) * 10), 48);
}

// Keeps the faces of an extrusion perfectly plane up to their chamfers.
function flatCaps(g: Geo): Geo {
  const p = g.attributes.position;
  const n = g.attributes.normal;
  const a = new THREE.Vector3();
  const b = new THREE.Vector3();
  const c = new THREE.Vector3();
  for (let i = 0; i < p.count; i += 3) {
    a.fromBufferAttribute(p, i);
    b.fromBufferAttribute(p, i + 1).sub(a);
    c.fromBufferAttribute(p, i + 2).sub(a);
    b.cross(c).normalize();
    if (Math.abs(b.z) < 0.999) continue;
    for (let k = 0; k < 3; k++) n.setXYZ(i + k, 0, 0, Math.sign(b.z));
  }
  return g;
}

export function extrude(shape: THREE.Shape, depth: number, bevel = 0.5, curve = 24): Geo {
  const g = new THREE.ExtrudeGeometry(shape, {
    depth: depth - 2 * bevel,
    bevelEnabled: bevel > 0,
    bevelThickness: bevel,
    bevelSize: bevel,
    bevelOffset: -bevel,
    bevelSegments: 2,
    curveSegments: curve,
    steps: 1,
  });
  g.translate(0, 0, -depth / 2 + bevel);
  return flatCaps(toCreasedNormals(g, 0.62));
}

export function poly(points: number[][], radius = 0, closed = true): THREE.Shape {
  const pts = radius > 0 || points.some((p) => p[2]) ? fillet(points, radius, closed, 6) : points;
  return new THREE.Shape(pts.map((p) => new THREE.Vector2(p[0], p[1])));
}

function circle(x: number, y: number, r: number, n: number): THREE.Vector2[] {
  return Array.from({ length: n }, (_, i) => {
    const w = (i / n) * TAU;
    return new THREE.Vector2(x + r * Math.cos(w), y + r * Math.sin(w));
  });
}

export function hole(x: number, y: number, r: number, n = r > 12 ? 64 : 20): THREE.Path {
  return new THREE.Path(circle(x, y, r, n).reverse());
}

export function disc(r: number, holes: number[][] = [], n = 112): THREE.Shape {
  const s = new THREE.Shape(circle(0, 0, r, n));
  for (const [x, y, q] of holes) s.holes.push(hole(x, y, q));
  return s;
}

export function roundRect(w: number, h: number, r: number): THREE.Shape {
  return poly(
    [
      [-w / 2, -h / 2],
      [w / 2, -h / 2],
      [w / 2, h / 2],
      [-w / 2, h / 2],
    ],
    r,
  );
}

// Holes evenly spread on a circle, as [x, y, radius].
export function onCircle(n: number, R: number, r: number, start = 0): number[][] {
  return Array.from({ length: n }, (_, i) => {
    const w = start + (i / n) * TAU;
    return [Math.cos(w) * R, Math.sin(w) * R, r];
  });
}

export function hex(af: number): THREE.Shape {
  return poly(onCircle(6, af / Math.sqrt(3), 0).map(([x, y]) => [x, y]));
}

// Box with rounded edges, centred.
export function box(w: number, h: number, d: number, r = 0.8): Geo {
  const rr = Math.min(r, w / 2.05, h / 2.05, d / 2.05);
  return extrude(roundRect(w, h, rr), d, Math.min(rr * 0.7, d / 2.1), 6);
}

// A hexagon lying in XZ with chamfered corners, standing on y = 0.
export function hexPrism(af: number, h: number, bore = 0): Geo {
  const s = hex(af);
  if (bore > 0) s.holes.push(hole(0, 0, bore));
  const g = extrude(s, h, Math.min(0.05 * af, h / 3));
  return g.rotateX(-Math.PI / 2).translate(0, h / 2, 0);
}

// Outline of a gear or sprocket in the XY plane.
export function gear(n: number, root: number, tip: number, top = 0.24, base = 0.6) {
  const pts: number[][] = [];
  for (let i = 0; i < n; i++) {
    for (const [r, k] of [
      [root, -base],
      [tip, -top],
      [tip, top],
      [root, base],
    ]) {
      const w = ((i + k / 2) / n) * TAU;
      pts.push([Math.cos(w) * r, Math.sin(w) * r]);
    }
  }
  return poly(pts);
}

export function merge(list: Geo[]): Geo {
  const plain = list.map((g) => (g.index ? g.toNonIndexed() : g));
  return mergeGeometries(plain) as Geo;
}

// Copies of a geometry, turned about Y.
export function around(g: Geo, n: number, start = 0): Geo {
  return merge(Array.from({ length: n }, (_, i) => g.clone().rotateY(start + (i / n) * TAU)));
}
