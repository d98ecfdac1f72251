// Physically based materials lit by an analytic studio of near soft boxes.
import * as THREE from "three";

export type Finish = {
  color: string;
  metal?: number;
  rough?: number;
  coat?: number;
  coatRough?: number;
  // 0 smooth, 1 as cast, 2 turned about the local Y axis, 3 brushed along the local X axis
  detail?: number;
  bump?: number;
  grain?: number;
  aniso?: number;
  map?: THREE.Texture;
  decal?: boolean;
  glass?: number;
  glow?: number;
  tint?: number;
  double?: boolean;
};

export type SoftBox = { at: number[]; look: number[]; w: number; h: number; power: number };

export const boxes: SoftBox[] = [
  { at: [-3.6, 4.2, 3.4], look: [0, 0.4, 0], w: 1.9, h: 1.7, power: 7.5 },
  { at: [0.3, 5.6, -0.8], look: [0, 0.4, 0], w: 2.6, h: 1.7, power: 4.2 },
  { at: [4.8, 2.6, -1.6], look: [0, 0.5, 0], w: 0.7, h: 2.3, power: 8 },
  { at: [-5.0, 2.0, -2.0], look: [0, 0.5, 0], w: 0.6, h: 2.0, power: 5.5 },
  { at: [4.4, 2.4, 4.6], look: [0, 0.4, 0], w: 1.7, h: 2.0, power: 2.6 },
  { at: [-1.2, 1.2, 8.0], look: [0, 0.5, 0], w: 3.0, h: 1.1, power: 1.5 },
];

const f = (v: number) => v.toFixed(5);
const frames = boxes.map((b) => {
  const p = new THREE.Vector3(...b.at);
  const n = new THREE.Vector3(...b.look).sub(p).normalize();
  const x = new THREE.Vector3(0, 1, 0).cross(n).normalize();
  const y = n.clone().cross(x);
  return { p, n, x, y, b };
});

const v3 = (v: THREE.Vector3) => `vec3(${f(v.x)},${f(v.y)},${f(v.z)})`;
const glslBoxes = frames
  .map(
    ({ p, n, x, y, b }) =>
      `l += softBox(P, R, k, ${v3(p)}, ${v3(n)}, ${v3(x)}, ${v3(y)}, ${f(b.w)}, ${f(b.h)})` +
      ` * ${f(b.power)};`,
  )
  .join("\n");

// The same studio on the CPU, for choosing the light directions of the visibility passes.
export function radiance(d: THREE.Vector3): number {
  let l = d.y < 0 ? 0.62 + 0.2 * d.y : 0.42 + 0.1 * d.y;
  for (const { p, n, x, y, b } of frames) {
    const dn = d.dot(n);
    if (dn >= -0.01) continue;
    const t = p.dot(n) / dn;
    const h = d.clone().multiplyScalar(t).sub(p);
    if (Math.abs(h.dot(x)) < b.w && Math.abs(h.dot(y)) < b.h) l += b.power;
  }
  return l;
}

const studio = /* glsl */ `
float edge(float v, float k) {
  float u = clamp(v / k * 0.5 + 0.5, 0.0, 1.0);
  return u * u * (3.0 - 2.0 * u);
}
float softBox(vec3 P, vec3 R, float k, vec3 c, vec3 n, vec3 x, vec3 y, float w, float h) {
  float dn = dot(R, n);
  if (dn > -0.02) return 0.0;
  float t = dot(c - P, n) / dn;
  if (t < 0.0) return 0.0;
  vec3 q = P + R * t - c;
  float s = 0.05 + t * k;
  vec2 a = vec2(dot(q, x), dot(q, y));
  float m = (edge(a.x + w, s) - edge(a.x - w, s)) * (edge(a.y + h, s) - edge(a.y - h, s));
  vec2 r = a / vec2(w, h);
  return m * (1.08 - 0.38 * min(dot(r, r), 1.6) * 0.5) * smoothstep(0.02, 0.25, -dn);
}
float studioLight(vec3 P, vec3 R, float rough) {
  float k = rough * rough * 1.5 + 0.012;
  float up = smoothstep(-0.06 - k * 0.6, 0.06 + k * 0.6, R.y);
  float wall = 0.42 + 0.10 * max(R.y, 0.0);
  wall *= mix(1.0, 0.7, smoothstep(-0.2, 0.9, R.z) * (1.0 - k));
  wall += 0.35 * exp(-8.0 * abs(R.y - 0.02)) * smoothstep(0.3, -0.6, R.z);
  float l = mix(0.62 + 0.2 * R.y, wall, up);
  ${glslBoxes}
  return l;
}
`;

const noise = /* glsl */ `
float hash(vec3 p) {
  p = fract(p * 0.3183099 + vec3(0.71, 0.113, 0.419));
  p *= 17.0;
  return fract(p.x * p.y * p.z * (p.x + p.y + p.z));
}
float vnoise(vec3 x) {
  vec3 i = floor(x);
  vec3 w = fract(x);
  w = w * w * (3.0 - 2.0 * w);
  return mix(
    mix(mix(hash(i), hash(i + vec3(1, 0, 0)), w.x),
        mix(hash(i + vec3(0, 1, 0)), hash(i + vec3(1, 1, 0)), w.x), w.y),
    mix(mix(hash(i + vec3(0, 0, 1)), hash(i + vec3(1, 0, 1)), w.x),
        mix(hash(i + vec3(0, 1, 1)), hash(i + vec3(1, 1, 1)), w.x), w.y), w.z);
}
`;

const vertexShader = /* glsl */ `
varying vec3 vWorld;
varying vec3 vNor;
varying vec2 vMap;
varying vec3 vAxis;
varying vec3 vCentre;
varying vec3 vAlong;
void main() {
  vec4 w = modelMatrix * vec4(position, 1.0);
  vWorld = w.xyz;
  vNor = mat3(modelMatrix) * normal;
  vMap = uv;
  vAxis = normalize(mat3(modelMatrix) * vec3(0, 1, 0));
  vAlong = normalize(mat3(modelMatrix) * vec3(1, 0, 0));
  vCentre = (modelMatrix * vec4(0, 0, 0, 1)).xyz;
  gl_Position = projectionMatrix * viewMatrix * w;
}
`;

const fragmentShader = /* glsl */ `
uniform vec3 color;
uniform float metal, rough, coat, coatRough, bump, grain, aniso, glass, glow, tint;
uniform int detail, hasMap, decal;
uniform sampler2D map;
uniform sampler2D visibility;
uniform sampler2D gPos, gNor;
uniform vec2 size;
varying vec3 vWorld;
varying vec3 vNor;
varying vec2 vMap;
varying vec3 vAxis;
varying vec3 vCentre;
varying vec3 vAlong;
${noise}
${studio}
vec3 envBrdf(vec3 f0, float r, float nv) {
  vec4 q = r * vec4(-1.0, -0.0275, -0.572, 0.022) + vec4(1.0, 0.0425, 1.04, -0.04);
  float a = min(q.x * q.x, exp2(-9.28 * nv)) * q.x + q.y;
  vec2 ab = vec2(-1.04, 1.04) * a + q.zw;
  return f0 * ab.x + ab.y;
}
vec4 visible(vec3 P, vec3 G) {
  vec2 uv = gl_FragCoord.xy / size;
  vec2 n = vec2(textureSize(visibility, 0));
  vec2 q = uv * n - 0.5;
  ivec2 b = ivec2(floor(q));
  vec2 fr = fract(q);
  vec4 sum = vec4(0.0);
  float total = 0.0;
  for (int j = 0; j < 2; j++) for (int i = 0; i < 2; i++) {
    ivec2 c = clamp(b + ivec2(i, j), ivec2(0), ivec2(n) - 1);
    vec4 gp = texelFetch(gPos, c, 0);
    if (gp.w < 0.5 || gp.w > 1.5) continue;
    vec3 d = gp.xyz - P;
    float w = (i == 0 ? 1.0 - fr.x : fr.x) * (j == 0 ? 1.0 - fr.y : fr.y) + 0.02;
    float nn = max(dot(texelFetch(gNor, c, 0).xyz, G), 0.0);
    w *= exp(-dot(d, d) * 9000.0) * nn * nn * nn * nn + 1e-5;
    sum += w * texelFetch(visibility, c, 0);
    total += w;
  }
  return total > 0.0 ? sum / total : vec4(0.5, 1.0, 0.5, 1.0);
}
float height(vec3 p) {
  return vnoise(p) * 0.6 + vnoise(p * 2.3 + 7.1) * 0.3 + vnoise(p * 5.1 + 3.7) * 0.15;
}
void main() {
  vec4 base = vec4(color, 1.0);
  if (hasMap == 1) {
    vec4 t = texture2D(map, vMap);
    if (decal == 1) {
      if (t.a < 0.35) discard;
      base.rgb = t.rgb / max(t.a, 0.01);
    } else base.rgb *= t.rgb;
  }
  vec3 V = normalize(cameraPosition - vWorld);
  vec3 N = normalize(vNor);
  if (dot(N, V) < 0.0 && !gl_FrontFacing) N = -N;
  vec3 G = N;
  float ro = rough;
  vec3 p = vWorld * grain;
  vec3 T = vec3(0.0);
  if (detail == 1) {
    float e = 0.35;
    float h = height(p);
    vec3 g = vec3(height(p + vec3(e, 0, 0)), height(p + vec3(0, e, 0)),
      height(p + vec3(0, 0, e))) - h;
    N = normalize(N - bump * (g - N * dot(g, N)));
    ro *= 0.9 + 0.25 * h;
  } else if (detail == 2) {
    vec3 d = vWorld - vCentre;
    float y = dot(d, vAxis);
    vec3 rv = d - vAxis * y;
    float r = length(rv);
    T = r > 1e-4 ? cross(vAxis, rv / r) : vec3(0.0);
    vec3 B = cross(N, T);
    float u = (r + y * 1.37) * grain;
    float w = vnoise(vec3(u, 1.5, 2.5)) + 0.6 * vnoise(vec3(u * 2.7, 4.5, 0.5)) - 0.8;
    N = normalize(N + B * w * bump);
    ro *= 1.0 + 0.18 * w;
  } else if (detail == 3) {
    T = normalize(vAlong - N * dot(vAlong, N) + 1e-5);
    vec3 B = cross(N, T);
    float u = dot(vWorld - vCentre, B) * grain;
    float a = dot(vWorld - vCentre, T) * grain * 0.04;
    float w = vnoise(vec3(u, a, 2.5)) + 0.6 * vnoise(vec3(u * 2.7, a, 0.5)) - 0.8;
    N = normalize(N + B * w * bump);
    ro *= 1.0 + 0.18 * w;
  }
  ro *= 0.94 + 0.14 * vnoise(vWorld * 5.0 + 11.0);
  ro = clamp(ro, 0.04, 1.0);
  vec3 fw = fwidth(G);
  ro = min(1.0, sqrt(ro * ro + min(0.12, dot(fw, fw) * 0.6)));
  float nv = clamp(dot(N, V), 0.02, 1.0);
  vec3 f0 = mix(vec3(0.04), base.rgb, metal);
  vec4 vis = visible(vWorld, G);
  float occ = glass > 0.0 ? 1.0 : vis.b / max(vis.a, 1e-4);
  float irr = glass > 0.0 ? 1.0 : vis.r;
  float back = mix(0.07, 0.16, metal) * (0.3 + max(max(base.r, base.g), base.b));
  occ = mix(occ, 1.0, back);
  float spec = 0.0;
  vec3 R = reflect(-V, N);
  if (aniso > 0.0 && detail >= 2) {
    vec3 B = normalize(cross(N, T) + 1e-6);
    float sum = 0.0;
    for (int i = -4; i <= 4; i++) {
      float o = float(i) / 4.0;
      float g = exp(-o * o * 2.5);
      vec3 n2 = normalize(N + B * o * aniso * 0.45);
      spec += g * studioLight(vWorld, reflect(-V, n2), ro);
      sum += g;
    }
    spec /= sum;
  } else {
    spec = studioLight(vWorld, normalize(mix(R, N, ro * ro * ro * ro)), ro);
  }
  vec3 brdf = envBrdf(f0, ro, nv);
  vec3 E = vec3(irr + back * 0.35);
  vec3 light = base.rgb * (1.0 - metal) * E + spec * occ * brdf * mix(vec3(1.0), f0, metal * (1.0 - occ) * 0.5);
  if (coat > 0.0) {
    float fc = coat * (0.04 + 0.96 * pow(1.0 - clamp(dot(G, V), 0.0, 1.0), 5.0));
    float cl = studioLight(vWorld, reflect(-V, G), coatRough);
    light = light * (1.0 - fc) + fc * cl * occ;
  }
  light += base.rgb * glow;
  float alpha = 1.0;
  if (glass > 0.0) {
    float fr = 0.04 + 0.96 * pow(1.0 - nv, 5.0);
    light = spec * fr * vec3(1.0) * 1.1 + base.rgb * tint;
    alpha = clamp(glass + fr * 0.6, 0.0, 1.0);
  }
  gl_FragColor = vec4(min(light, vec3(9.0)), alpha);
}
`;

export const shared = {
  visibility: { value: null as THREE.Texture | null },
  gPos: { value: null as THREE.Texture | null },
  gNor: { value: null as THREE.Texture | null },
  size: { value: new THREE.Vector2(1, 1) },
};

const blank = new THREE.DataTexture(new Uint8Array([255, 255, 255, 255]), 1, 1);
blank.needsUpdate = true;

export function finish(o: Finish): THREE.ShaderMaterial {
  const glass = o.glass ?? 0;
  const m = new THREE.ShaderMaterial({
    vertexShader,
    fragmentShader,
    side: o.double === false ? THREE.FrontSide : THREE.DoubleSide,
    uniforms: {
      color: { value: new THREE.Color(o.color) },
      metal: { value: o.metal ?? 0 },
      rough: { value: o.rough ?? 0.5 },
      coat: { value: o.coat ?? 0 },
      coatRough: { value: o.coatRough ?? 0.08 },
      bump: { value: o.bump ?? 0 },
      grain: { value: o.grain ?? 60 },
      aniso: { value: o.aniso ?? 0 },
      glass: { value: glass },
      glow: { value: o.glow ?? 0 },
      tint: { value: o.tint ?? 0 },
      detail: { value: o.detail ?? 0 },
      hasMap: { value: o.map ? 1 : 0 },
      decal: { value: o.decal ? 1 : 0 },
      map: { value: o.map ?? blank },
      visibility: shared.visibility,
      gPos: shared.gPos,
      gNor: shared.gNor,
      size: shared.size,
    },
    transparent: glass > 0,
    depthWrite: glass === 0,
    polygonOffset: Boolean(o.decal),
    polygonOffsetFactor: -2,
    polygonOffsetUnits: -4,
  });
  if (glass > 0) {
    m.blending = THREE.CustomBlending;
    m.blendSrc = THREE.OneFactor;
    m.blendDst = THREE.OneMinusSrcAlphaFactor;
  }
  m.userData.glass = glass > 0;
  m.userData.decal = Boolean(o.decal);
  return m;
}
