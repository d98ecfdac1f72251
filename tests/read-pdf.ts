// Reads what pdfkit writes: objects, streams, tags and the text as a person reads it.
import { inflateSync } from "node:zlib";

export type ReadPdf = {
  xmp: string;
  objects: Map<number, string>;
  streams: Map<number, Buffer>;
  pages: number;
  /** Structure elements by their type, in the order of their objects. */
  tags: string[];
  text: string;
};

export function readPdf(pdf: Buffer): ReadPdf {
  const objects = new Map<number, string>();
  const streams = new Map<number, Buffer>();
  // One byte, one character: offsets stay.
  const all = pdf.toString("latin1");
  for (const { index, 1: id = "" } of all.matchAll(/^(\d+) 0 obj$/gm)) {
    const start = index + all.slice(index).indexOf("obj") + 4;
    const length = /\/[Ll]ength (\d+)/.exec(all.slice(start, all.indexOf("endobj", start)))?.[1];
    const opens = all.indexOf("stream\n", start);
    const isStream = length !== undefined && opens >= 0 && opens < all.indexOf("endobj", start);
    const end = isStream ? opens : all.indexOf("endobj", start);
    const head = all.slice(start, end);
    objects.set(Number(id), head);
    if (!isStream) continue;
    const bytes = pdf.subarray(opens + 7, opens + 7 + Number(length));
    streams.set(Number(id), head.includes("/FlateDecode") ? inflateSync(bytes) : bytes);
  }
  const find = (pattern: RegExp) => [...objects].filter(([, head]) => pattern.test(head));
  const [metadata] = find(/\/Type \/Metadata/);
  const pages = find(/\/Type \/Page$/m);
  return {
    objects,
    streams,
    pages: pages.length,
    xmp: streams.get(metadata?.[0] ?? 0)?.toString() ?? "",
    tags: find(/^\/S \/\w+$/m).map(([, head]) => /^\/S \/(\w+)$/m.exec(head)?.[1] ?? ""),
    text: pages.map(([, head]) => readText(head, objects, streams)).join("\n"),
  };
}

type Parts = Pick<ReadPdf, "objects" | "streams">;

const refOf = (head: string, name: string) =>
  Number(new RegExp(`/${name} (\\d+) 0 R`).exec(head)?.[1] ?? 0);

function readText(page: string, objects: Parts["objects"], streams: Parts["streams"]): string {
  const resources = objects.get(refOf(page, "Resources")) ?? page;
  const fonts = new Map(
    [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = "", id = ""]) => {
      const cmap = refOf(objects.get(Number(id)) ?? "", "ToUnicode");
      return [name, readCmap(streams.get(cmap)?.toString("latin1") ?? "")];
    }),
  );
  const content = streams.get(refOf(page, "Contents"))?.toString("latin1") ?? "";
  let letters: string[] = [];
  const lines = content.split("\n").flatMap((line) => {
    const [, font] = /\/(F\d+) [\d.]+ Tf/.exec(line) ?? [];
    if (font) letters = fonts.get(font) ?? [];
    if (!line.endsWith("TJ")) return [];
    const codes = [...line.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex = ""]) =>
      Array.from(hex.match(/.{4}/g) ?? [], (code) => Number.parseInt(code, 16)),
    );
    return codes.map((code) => letters[code] ?? "\ufffd").join("");
  });
  return lines.join("\n");
}

function readCmap(cmap: string): string[] {
  return [...cmap.matchAll(/\[([^\]]*)\]/g)].flatMap(([, entries = ""]) =>
    Array.from(entries.matchAll(/<([^>]*)>/g), ([, hex = ""]) =>
      String.fromCharCode(...hex.split(" ").map((unit) => Number.parseInt(unit, 16))),
    ),
  );
}
