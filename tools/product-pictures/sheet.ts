// A contact sheet: node sheet.ts <out.png> <columns> <width> [--draft] <slug…>
import { join } from "node:path";
import sharp from "sharp";

const draft = process.argv.includes("--draft");
const [out, columns, size, ...slugs] = process.argv.slice(2).filter((a) => !a.startsWith("--"));
const w = Number(size);
const h = Math.round((w * 3) / 4);
const n = Number(columns);
const file = (s: string) =>
  join(import.meta.dirname, ...(draft ? ["draft", `${s}.png`] : ["../../seed/pictures", `${s}-640.webp`]));
const tiles = await Promise.all(slugs.map((s) => sharp(file(s)).resize(w, h).png().toBuffer()));
await sharp({
  create: {
    width: n * (w + 8),
    height: Math.ceil(slugs.length / n) * (h + 8),
    channels: 3,
    background: "#555555",
  },
})
  .composite(
    tiles.map((input, i) => ({
      input,
      left: (i % n) * (w + 8),
      top: Math.floor(i / n) * (h + 8),
    })),
  )
  .png()
  .toFile(out);
