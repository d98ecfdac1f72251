// Small helpers the models are put together with.
import * as THREE from "three";
import { M, type Material } from "./finishes.ts";
import {
  cyl,
  type Geo,
  hexPrism,
  lathe,
  merge,
  type P2,
  TAU,
  thread,
  type V3,
} from "./geometry.ts";
import { finish } from "./material.ts";

export type Model = {
  root: THREE.Group;
  yaw?: number;
  pitch?: number;
  fill?: number;
  fov?: number;
};
const DEG = Math.PI / 180;

export class Kit {
  root = new THREE.Group();

  // Adds a body; the rotation is in degrees, applied X, then Y, then Z.
  add(
    g: Geo | THREE.Object3D,
    m?: Material,
    p: V3 = [0, 0, 0],
    r: V3 = [0, 0, 0],
    s: number | V3 = 1,
  ) {
    const o = g instanceof THREE.BufferGeometry ? new THREE.Mesh(g, m) : g;
    o.position.set(...p);
    o.rotation.set(r[0] * DEG, r[1] * DEG, r[2] * DEG, "ZYX");
    if (typeof s === "number") o.scale.setScalar(s);
    else o.scale.set(...s);
    this.root.add(o);
    return o;
  }

  // n copies on a circle about Y.
  ring(n: number, R: number, y: number, make: (i: number) => THREE.Object3D, start = 0) {
    for (let i = 0; i < n; i++) {
      const g = new THREE.Group();
      g.rotation.y = start * DEG + (i / n) * TAU;
      const o = make(i);
      o.position.x += R;
      o.position.y += y;
      g.add(o);
      this.root.add(g);
    }
  }

  // Stands, lays or tilts the finished body.
  pose(r: V3): this {
    const g = new THREE.Group();
    this.root.rotation.set(r[0] * DEG, r[1] * DEG, r[2] * DEG, "ZYX");
    g.add(this.root);
    this.root = g;
    return this;
  }
}

export function group(build: (k: Kit) => void): THREE.Group {
  const k = new Kit();
  build(k);
  return k.root;
}

// Hexagon bolt head with flange, standing on y = 0.
export function boltHead(af: number, m: Material = M.zinc): THREE.Group {
  return group((k) => {
    k.add(cyl(af * 0.72, af * 0.12, af * 0.04, 40), m);
    k.add(hexPrism(af, af * 0.62), m, [0, af * 0.1, 0]);
  });
}

export function nut(af: number, m: Material = M.zinc, bore = af * 0.3): THREE.Group {
  return group((k) => {
    k.add(cyl(af * 0.74, af * 0.14, af * 0.04, 40), m);
    k.add(hexPrism(af, af * 0.7, bore), m, [0, af * 0.1, 0]);
  });
}

export function stud(
  r: number,
  length: number,
  m: Material = M.zinc,
  pitch = r * 0.25,
): THREE.Group {
  return group((k) => {
    k.add(thread(r, pitch, length), m);
    k.add(
      lathe(
        [
          [0, length],
          [r * 0.72, length],
          [r * 0.72, length + r * 0.2, 0],
          [0, length + r * 0.2],
        ],
        { seg: 40, bevel: r * 0.1 },
      ),
      m,
    );
  });
}

// A socket head screw standing on y = 0.
export function socketScrew(r: number, m: Material = M.darkSteel): THREE.Group {
  return group((k) => {
    k.add(
      lathe(
        [
          [r * 0.5, r * 0.3],
          [r * 0.5, r * 1.1],
          [r, r * 1.1],
          [r, 0],
          [0, 0],
          [0, r * 0.3],
        ],
        { seg: 40, bevel: r * 0.1, closed: true },
      ),
      m,
    );
  });
}

export type Ink = (c: CanvasRenderingContext2D, w: number, h: number) => void;

export function canvasTexture(w: number, h: number, ink: Ink): THREE.CanvasTexture {
  const c = document.createElement("canvas");
  c.width = w;
  c.height = h;
  const x = c.getContext("2d") as CanvasRenderingContext2D;
  ink(x, w, h);
  const t = new THREE.CanvasTexture(c);
  t.colorSpace = THREE.SRGBColorSpace;
  t.anisotropy = 8;
  return t;
}

export function printed(w: number, h: number, ink: Ink, rough = 0.4, coat = 0): Material {
  return finish({ color: "#ffffff", rough, coat, map: canvasTexture(w, h, ink) });
}

export function decal(w: number, h: number, ink: Ink, metal = 0, rough = 0.5): Material {
  return finish({ color: "#ffffff", metal, rough, map: canvasTexture(w, h, ink), decal: true });
}

export function text(
  c: CanvasRenderingContext2D,
  s: string,
  x: number,
  y: number,
  px: number,
  color: string,
  weight = "bold",
  align: CanvasTextAlign = "center",
) {
  c.font = `${weight} ${px}px "Liberation Sans", Arial, sans-serif`;
  c.fillStyle = color;
  c.textAlign = align;
  c.textBaseline = "middle";
  c.fillText(s, x, y);
}

// A flat print of one or more lines, facing +Z.
export function label(w: number, h: number, lines: string[], color: string, metal = 0): THREE.Mesh {
  const px = 900;
  const m = decal(
    px,
    Math.round((px * h) / w),
    (c, W, H) => {
      lines.forEach((s, i) => {
        const size = Math.min((H / lines.length) * 0.82, (W / s.length) * 1.55);
        text(c, s, W / 2, (H * (i + 0.5)) / lines.length, size, color);
      });
    },
    metal,
  );
  return new THREE.Mesh(new THREE.PlaneGeometry(w, h), m);
}

// Print wrapped round a cylinder about Y, centred on angle `at` (degrees, 0 = +X, 90 = +Z).
export function wrap(r: number, y: number, h: number, at: number, arc: number, m: Material) {
  const g = lathe(
    [
      [r, y],
      [r, y + h],
    ] as P2[],
    {
      seg: 48,
      bevel: 0,
      start: (-at - arc / 2) * DEG,
      arc: arc * DEG,
    },
  );
  return new THREE.Mesh(g, m);
}

// Sealed connector with its socket opening towards +Y.
export function connector(w: number, d: number, h: number, pins: number, m: Material = M.plastic) {
  return group((k) => {
    const wall = Math.min(w, d) * 0.12;
    const g: Geo[] = [];
    for (const [x, z, a, b] of [
      [0, d / 2 - wall / 2, w, wall],
      [0, -d / 2 + wall / 2, w, wall],
      [w / 2 - wall / 2, 0, wall, d],
      [-w / 2 + wall / 2, 0, wall, d],
    ]) {
      const q = new THREE.BoxGeometry(a, h, b);
      g.push(q.translate(x, h / 2, z));
    }
    k.add(merge(g), m);
    k.add(new THREE.BoxGeometry(w * 0.9, h * 0.1, d * 0.9), M.dark, [0, h * 0.3, 0]);
    k.add(new THREE.BoxGeometry(w * 0.3, h * 0.3, wall * 1.6), m, [0, h * 0.6, d / 2]);
    k.add(new THREE.BoxGeometry(w * 1.08, h * 0.12, d * 1.08), m, [0, h * 0.08, 0]);
    for (let i = 0; i < pins; i++) {
      const x = pins > 1 ? (i / (pins - 1) - 0.5) * w * 0.6 : 0;
      k.add(new THREE.BoxGeometry(w * 0.05, h * 0.5, d * 0.12), M.gold, [x, h * 0.55, 0]);
    }
  });
}
