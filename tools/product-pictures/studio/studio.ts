// Renders one model: visibility of the soft boxes first, then the shading, then tone mapping.
import * as THREE from "three";
import { radiance, shared } from "./material.ts";
import type { Model } from "./scene.ts";

const vs = /* glsl */ `out vec2 vUv; void main() { vUv = uv; gl_Position = vec4(position.xy, 0, 1); }`;

const gbuffer = new THREE.ShaderMaterial({
  glslVersion: THREE.GLSL3,
  side: THREE.DoubleSide,
  vertexShader: `out vec3 vW; out vec3 vN; void main() {
    vec4 w = modelMatrix * vec4(position, 1.0); vW = w.xyz; vN = mat3(modelMatrix) * normal;
    gl_Position = projectionMatrix * viewMatrix * w; }`,
  fragmentShader: `in vec3 vW; in vec3 vN; uniform float id;
    layout(location = 0) out vec4 oPos; layout(location = 1) out vec4 oNor;
    void main() { vec3 n = normalize(vN);
      if (dot(n, cameraPosition - vW) < 0.0 && !gl_FrontFacing) n = -n;
      oPos = vec4(vW, id); oNor = vec4(n, 1.0); }`,
  uniforms: { id: { value: 1 } },
});
const gfloor = gbuffer.clone();
gfloor.uniforms = { id: { value: 2 } };

const depthOnly = new THREE.ShaderMaterial({
  side: THREE.DoubleSide,
  colorWrite: false,
  vertexShader: `void main() { gl_Position = projectionMatrix * viewMatrix * modelMatrix * vec4(position, 1.0); }`,
  fragmentShader: "void main() { gl_FragColor = vec4(1.0); }",
});

const accumulate = new THREE.ShaderMaterial({
  glslVersion: THREE.GLSL3,
  depthTest: false,
  depthWrite: false,
  blending: THREE.CustomBlending,
  blendSrc: THREE.OneFactor,
  blendDst: THREE.OneFactor,
  vertexShader: vs,
  fragmentShader: `in vec2 vUv; out vec4 o;
    uniform sampler2D gPos, gNor, depth; uniform mat4 lightMatrix; uniform vec3 L, eye;
    uniform float weight, bias;
    void main() {
      vec4 p = texture(gPos, vUv);
      if (p.w < 0.5) discard;
      vec3 n = texture(gNor, vUv).xyz;
      float c = dot(n, L);
      if (p.w > 1.5 && c <= 0.0) discard;
      vec4 q = lightMatrix * vec4(p.xyz + n * bias * 1.5, 1.0);
      vec3 s = q.xyz * 0.5 + 0.5;
      float v = 1.0;
      if (s.x > 0.0 && s.x < 1.0 && s.y > 0.0 && s.y < 1.0) {
        vec2 sz = vec2(textureSize(depth, 0));
        vec2 uv = s.xy * sz - 0.5; vec2 f = fract(uv); ivec2 b = ivec2(floor(uv));
        float z = s.z - bias * 0.12;
        vec4 d = vec4(texelFetch(depth, b, 0).r, texelFetch(depth, b + ivec2(1, 0), 0).r,
          texelFetch(depth, b + ivec2(0, 1), 0).r, texelFetch(depth, b + ivec2(1, 1), 0).r);
        vec4 k = step(vec4(z), d);
        v = mix(mix(k.x, k.y, f.x), mix(k.z, k.w, f.x), f.y);
      }
      vec3 R = reflect(normalize(p.xyz - eye), n);
      float w = pow(max(dot(R, L), 0.0), 6.0) + 0.003;
      float cc = max(c, 0.0);
      v *= step(0.0, c + 0.15);
      o = weight * vec4(v * cc, cc, v * w, w);
    }`,
  uniforms: {
    gPos: { value: null },
    gNor: { value: null },
    depth: { value: null },
    lightMatrix: { value: new THREE.Matrix4() },
    L: { value: new THREE.Vector3() },
    eye: { value: new THREE.Vector3() },
    weight: { value: 1 },
    bias: { value: 0.01 },
  },
});

const develop = new THREE.ShaderMaterial({
  glslVersion: THREE.GLSL3,
  depthTest: false,
  vertexShader: vs,
  fragmentShader: `in vec2 vUv; out vec4 o;
    uniform sampler2D hdr, vis, gPos; uniform float exposure;
    vec3 fit(vec3 v) { return (v * (v + 0.0245786) - 0.000090537)
      / (v * (0.983729 * v + 0.4329510) + 0.238081); }
    vec3 aces(vec3 c) {
      c = mat3(0.59719, 0.07600, 0.02840, 0.35458, 0.90834, 0.13383, 0.04823, 0.01566, 0.83777)
        * c * exposure / 0.6;
      return clamp(mat3(1.60475, -0.10208, -0.00327, -0.53108, 1.10813, -0.07276,
        -0.07367, -0.00605, 1.07602) * fit(c), 0.0, 1.0);
    }
    vec3 srgb(vec3 c) { return mix(c * 12.92, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055,
      step(0.0031308, c)); }
    float ground(vec2 uv) {
      vec4 p = texture(gPos, uv);
      if (p.w < 0.5) return 1.0;
      if (p.w < 1.5) return -1.0;
      vec4 v = texture(vis, uv);
      float fade = smoothstep(3.4, 1.8, length(p.xz));
      return mix(1.0, v.r / max(v.g, 1e-4), fade);
    }
    void main() {
      vec4 c = texture(hdr, vUv);
      float d = length((vUv - vec2(0.5, 0.56)) * vec2(1.0, 0.9));
      vec3 paper = mix(vec3(0.962, 0.956, 0.946), vec3(0.905, 0.896, 0.882),
        smoothstep(0.1, 0.75, d));
      vec2 px = 1.0 / vec2(textureSize(gPos, 0));
      float s = 0.0; float n = 0.0;
      for (int i = -3; i <= 3; i++) for (int j = -3; j <= 3; j++) {
        float q = ground(vUv + px * vec2(i, j) * 1.7);
        float w = exp(-float(i * i + j * j) * 0.16);
        if (q >= 0.0) { s += w * q; n += w; }
      }
      float g = n > 0.0 ? s / n : 0.5;
      g = mix(0.06, 1.0, pow(g, 1.05));
      vec3 bg = srgb(pow(paper, vec3(2.2)) * mix(vec3(1.0, 0.985, 0.97), vec3(1.0), g) * g);
      float a = clamp(c.a, 0.0, 1.0);
      vec3 fg = srgb(aces(c.rgb / max(a, 1e-3)));
      o = vec4(mix(bg, fg, a), 1.0);
    }`,
  uniforms: {
    hdr: { value: null },
    vis: { value: null },
    gPos: { value: null },
    exposure: { value: 0.8 },
  },
});

// Light directions: half by brightness, half even over the sphere, each with its weight.
function directions(n: number): { d: THREE.Vector3; w: number }[] {
  const cells: THREE.Vector3[] = [];
  const cdf: number[] = [];
  let total = 0;
  const cw = 96;
  const ch = 64;
  for (let j = 0; j < ch; j++)
    for (let i = 0; i < cw; i++) {
      const y = 1 - (2 * (j + 0.5)) / ch;
      const w = ((i + 0.5) / cw) * Math.PI * 2;
      const r = Math.sqrt(1 - y * y);
      const d = new THREE.Vector3(r * Math.cos(w), y, r * Math.sin(w));
      cells.push(d);
      total += radiance(d);
      cdf.push(total);
    }
  const mean = total / cells.length;
  const out: THREE.Vector3[] = [];
  const half = Math.floor(n / 2);
  let at = 0;
  for (let i = 0; i < half; i++) {
    const t = ((i + 0.5) / half) * total;
    while (cdf[at] < t) at++;
    out.push(cells[at]);
  }
  const rest = n - half;
  for (let i = 0; i < rest; i++) {
    const y = 1 - (2 * (i + 0.5)) / rest;
    const w = i * 2.399963;
    const r = Math.sqrt(1 - y * y);
    out.push(new THREE.Vector3(r * Math.cos(w), y, r * Math.sin(w)));
  }
  return out.map((d) => {
    const l = radiance(d);
    return { d, w: (4 * l) / (0.5 * (l / mean) + 0.5) / n };
  });
}

let renderer: THREE.WebGLRenderer;
const quad = new THREE.Mesh(new THREE.PlaneGeometry(2, 2));
const flat = new THREE.OrthographicCamera(-1, 1, 1, -1, 0, 1);
function pass(m: THREE.ShaderMaterial, target: THREE.WebGLRenderTarget | null) {
  quad.material = m;
  quad.frustumCulled = false;
  renderer.setRenderTarget(target);
  renderer.render(quad, flat);
}

// Scales the model to a unit size, puts it on the floor and frames it.
function place(model: Model, aspect: number): THREE.PerspectiveCamera {
  const { root, yaw = 30, pitch = 18, fill = 0.86, fov = 20 } = model;
  root.updateMatrixWorld(true);
  const pts: THREE.Vector3[] = [];
  const bounds = new THREE.Box3();
  root.traverse((o) => {
    if (!(o instanceof THREE.Mesh)) return;
    const p = o.geometry.attributes.position;
    const step = Math.max(1, Math.floor(p.count / 4000));
    for (let i = 0; i < p.count; i += step)
      pts.push(new THREE.Vector3().fromBufferAttribute(p, i).applyMatrix4(o.matrixWorld));
  });
  bounds.setFromPoints(pts);
  const c = bounds.getCenter(new THREE.Vector3());
  let radius = 0;
  for (const p of pts) radius = Math.max(radius, p.distanceTo(c));
  const s = 1 / radius;
  const shift = new THREE.Matrix4()
    .makeScale(s, s, s)
    .multiply(new THREE.Matrix4().makeTranslation(-c.x, -bounds.min.y, -c.z));
  for (const p of pts) p.applyMatrix4(shift);
  root.applyMatrix4(shift);
  root.updateMatrixWorld(true);
  const cam = new THREE.PerspectiveCamera(fov, aspect, 0.5, 40);
  const y = (yaw * Math.PI) / 180;
  const q = (pitch * Math.PI) / 180;
  const dir = new THREE.Vector3(Math.sin(y) * Math.cos(q), Math.sin(q), Math.cos(y) * Math.cos(q));
  const look = new THREE.Vector3(0, (c.y - bounds.min.y) * s, 0);
  let dist = 6;
  const v = new THREE.Vector3();
  for (let k = 0; k < 8; k++) {
    cam.position.copy(look).addScaledVector(dir, dist);
    cam.lookAt(look);
    cam.updateMatrixWorld(true);
    let x0 = 9,
      x1 = -9,
      y0 = 9,
      y1 = -9;
    for (const p of pts) {
      v.copy(p).project(cam);
      x0 = Math.min(x0, v.x);
      x1 = Math.max(x1, v.x);
      y0 = Math.min(y0, v.y);
      y1 = Math.max(y1, v.y);
    }
    const half = Math.tan((fov * Math.PI) / 360) * dist;
    const right = new THREE.Vector3().setFromMatrixColumn(cam.matrixWorld, 0);
    const up = new THREE.Vector3().setFromMatrixColumn(cam.matrixWorld, 1);
    look.addScaledVector(right, ((x0 + x1) / 2) * half * aspect);
    look.addScaledVector(up, ((y0 + y1) / 2 + 0.02) * half);
    dist *= Math.max((x1 - x0) / 2 / fill, (y1 - y0) / 2 / (fill * 0.96));
  }
  cam.position.copy(look).addScaledVector(dir, dist);
  cam.lookAt(look);
  cam.updateMatrixWorld(true);
  return cam;
}

export async function shoot(model: Model, width: number, height: number, lights: number) {
  renderer ??= new THREE.WebGLRenderer({ antialias: false, preserveDrawingBuffer: true });
  renderer.setPixelRatio(1);
  renderer.setSize(width, height);
  renderer.outputColorSpace = THREE.LinearSRGBColorSpace;
  renderer.autoClear = false;
  renderer.setClearColor(0x000000, 0);
  const cam = place(model, width / height);
  const scene = new THREE.Scene();
  scene.add(model.root);
  let triangles = 0;
  model.root.traverse((o) => {
    o.frustumCulled = false;
    if (!(o instanceof THREE.Mesh)) return;
    const u = (o.material as THREE.ShaderMaterial).userData;
    o.layers.set(u.glass ? 1 : u.decal ? 3 : 0);
    triangles += (o.geometry.index ?? o.geometry.attributes.position).count / 3;
  });
  const floor = new THREE.Mesh(new THREE.PlaneGeometry(60, 60).rotateX(-Math.PI / 2), gfloor);
  floor.position.y = -0.001;
  floor.layers.set(2);
  scene.add(floor);

  const float = {
    type: THREE.FloatType,
    minFilter: THREE.NearestFilter,
    magFilter: THREE.NearestFilter,
  } as const;
  const [hw, hh] = [width / 2, height / 2];
  const g = new THREE.WebGLRenderTarget(hw, hh, { count: 2, ...float });
  const vis = new THREE.WebGLRenderTarget(hw, hh, { ...float, depthBuffer: false });
  const hdr = new THREE.WebGLRenderTarget(width, height, { type: THREE.HalfFloatType, samples: 4 });
  const size = 1024;
  const shadow = new THREE.WebGLRenderTarget(size, size, {
    depthTexture: new THREE.DepthTexture(size, size, THREE.UnsignedIntType),
  });

  renderer.setRenderTarget(g);
  renderer.clear();
  scene.overrideMaterial = gbuffer;
  cam.layers.set(0);
  renderer.render(scene, cam);
  scene.overrideMaterial = gfloor;
  cam.layers.set(2);
  renderer.render(scene, cam);

  renderer.setRenderTarget(vis);
  renderer.clear();
  const sun = new THREE.OrthographicCamera(-1.25, 1.25, 1.25, -1.25, 1, 9);
  const middle = new THREE.Vector3(0, 0.6, 0);
  const box = new THREE.Box3().setFromObject(model.root);
  middle.y = (box.max.y + box.min.y) / 2;
  const u = accumulate.uniforms;
  u.gPos.value = g.textures[0];
  u.gNor.value = g.textures[1];
  u.eye.value.copy(cam.position);
  u.depth.value = shadow.depthTexture;
  u.bias.value = 2.5 / size;
  for (const { d, w } of directions(lights)) {
    sun.position.copy(middle).addScaledVector(d, 5);
    sun.up.set(0, Math.abs(d.y) > 0.9 ? 0 : 1, Math.abs(d.y) > 0.9 ? 1 : 0);
    sun.lookAt(middle);
    sun.updateMatrixWorld(true);
    scene.overrideMaterial = depthOnly;
    renderer.setRenderTarget(shadow);
    renderer.clear();
    renderer.render(scene, sun);
    u.lightMatrix.value.multiplyMatrices(sun.projectionMatrix, sun.matrixWorldInverse);
    u.L.value.copy(d);
    u.weight.value = w;
    pass(accumulate, vis);
  }
  scene.overrideMaterial = null;
  shared.visibility.value = vis.texture;
  shared.gPos.value = g.textures[0];
  shared.gNor.value = g.textures[1];
  shared.size.value.set(width, height);
  renderer.setRenderTarget(hdr);
  renderer.clear();
  cam.layers.set(0);
  renderer.render(scene, cam);
  cam.layers.set(3);
  renderer.render(scene, cam);
  cam.layers.set(1);
  renderer.render(scene, cam);
  develop.uniforms.hdr.value = hdr.texture;
  develop.uniforms.vis.value = vis.texture;
  develop.uniforms.gPos.value = g.textures[0];
  pass(develop, null);
  const blob = await new Promise<Blob>((done) =>
    renderer.domElement.toBlob((b) => done(b as Blob), "image/png"),
  );
  for (const t of [g, vis, hdr, shadow]) t.dispose();
  scene.traverse((o) => o instanceof THREE.Mesh && o.geometry.dispose());
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let s = "";
  for (let i = 0; i < bytes.length; i += 32768)
    s += String.fromCharCode(...bytes.subarray(i, i + 32768));
  return { png: btoa(s), triangles };
}
