import { once } from "node:events";
import { fileURLToPath } from "node:url";
import PDFDocument from "pdfkit";
import { toDrawable } from "./to-drawable.ts";

const regular = fileURLToPath(import.meta.resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf"));
const bold = fileURLToPath(import.meta.resolve("dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf"));

type Tag = PDFKit.PDFStructureElement;
type TextTag = "H1" | "H2" | "P";
type Align = "left" | "right";
type Look = { size?: number; isBold?: boolean; isQuiet?: boolean; align?: Align };
/** What is higher than `height` is cut. */
type Place = { x: number; y: number; width: number; height?: number };
type TagOptions = { alt?: string; scope?: "Column" | "Row" };
type Column = { name: string; width: number; align?: Align };

/** An sRGB grey whose contrast on white is 7.5. */
const quiet = "#555555";
const padding = 4;

/** A PDF/A-3a: each text has a tag, fonts are embedded, and what only decorates is marked so. */
export class TaggedPdf {
  readonly doc: PDFKit.PDFDocument;
  readonly #root: Tag;
  readonly #chunks: Buffer[] = [];
  readonly #ended: Promise<unknown>;
  #page: PDFKit.PDFDocumentOptions = {};
  footer = "";

  /** Titles have no characters that XML reserves. The same input makes the same bytes. */
  constructor({ title, createdAt }: { title: string; createdAt: Date }) {
    this.doc = new PDFDocument({
      subset: "PDF/A-3a",
      pdfVersion: "1.7",
      tagged: true,
      lang: "en",
      displayTitle: true,
      autoFirstPage: false,
      bufferPages: true,
      font: regular,
      info: { Title: title, CreationDate: createdAt },
    });
    this.doc.on("data", (chunk: Buffer) => this.#chunks.push(chunk));
    this.#ended = once(this.doc, "end");
    this.#root = this.doc.struct("Document");
    this.doc.addStructure(this.#root);
  }

  addPage(size: [number, number], margin: number): void {
    this.#page = { size, margin };
    this.doc.addPage(this.#page);
  }

  get left(): number {
    return this.doc.page.margins.left;
  }

  get width(): number {
    const { width, margins } = this.doc.page;
    return width - margins.left - margins.right;
  }

  get bottom(): number {
    const { height, margins } = this.doc.page;
    return height - margins.bottom;
  }

  write(tag: TextTag, text: string, look: Look = {}, place: Partial<Place> = {}): number {
    const { x = this.left, y = this.doc.y, width = this.width, ...rest } = place;
    this.#add(this.#root, tag, () => this.#draw(text, look, { x, y, width, ...rest }));
    return this.doc.y;
  }

  writeFacts(facts: readonly (readonly [string, string])[], place: Place): number {
    let { y } = place;
    for (const [name, value] of facts)
      if (value) y = this.write("P", `${name}: ${value}`, { size: 9 }, { ...place, y });
    return y;
  }

  table(columns: readonly Column[], rows: readonly (readonly string[])[]): void {
    const table = this.#add(this.#root, "Table");
    const head = this.#add(table, "THead");
    const names = columns.map(({ name }) => name);
    this.#row(columns, names, (cells) => this.#tagged(head, "TH", cells));
    head.end();
    const body = this.#add(table, "TBody");
    for (const row of rows) {
      if (this.doc.y + this.#heightOf(columns, row) > this.bottom) {
        this.doc.addPage(this.#page);
        this.#row(columns, names, (cells) => {
          for (const draw of cells) this.decorate(draw);
        });
      }
      this.#row(columns, row, (cells) => this.#tagged(body, "TD", cells));
    }
    body.end();
    table.end();
  }

  /** Rows of two: what the amount is of, and the amount. The last is the total. */
  sums(rows: readonly (readonly [string, string])[]): void {
    if (this.doc.y + rows.length * 16 + 40 > this.bottom) this.doc.addPage(this.#page);
    const table = this.#add(this.#root, "Table");
    const x = this.left + this.width / 3;
    const amount = { x: this.left + this.width - 90, width: 90 - padding };
    for (const [at, [name, cents]] of rows.entries()) {
      const look = { size: at === rows.length - 1 ? 11 : 9, isBold: at === rows.length - 1 };
      const y = this.doc.y;
      const row = this.#add(table, "TR");
      const named = { x, y, width: amount.x - x };
      const scope = { scope: "Row" } as const;
      this.#add(row, "TH", () => this.#draw(name, { ...look, align: "right" }, named), scope);
      this.#add(row, "TD", () => this.#draw(cents, { ...look, align: "right" }, { ...amount, y }));
      row.end();
      this.doc.y = y + look.size + 6;
    }
    table.end();
  }

  decorate(draw: () => unknown): void {
    this.doc.markContent("Artifact", { type: "Layout" });
    draw();
    this.doc.endMarkedContent();
  }

  figure(alt: string, draw: () => unknown): void {
    this.#add(this.#root, "Figure", draw, { alt });
  }

  line(): void {
    const y = this.doc.y + 1;
    this.decorate(() =>
      this.doc
        .moveTo(this.left, y)
        .lineTo(this.left + this.width, y)
        .lineWidth(0.5)
        .strokeColor(quiet)
        .stroke(),
    );
    this.doc.y = y + padding;
  }

  async end(): Promise<Buffer> {
    if (this.footer) this.#drawFooters();
    this.#root.end();
    this.doc.end();
    await this.#ended;
    return Buffer.concat(this.#chunks);
  }

  #drawFooters(): void {
    const { start, count } = this.doc.bufferedPageRange();
    for (let at = start; at < start + count; at++) {
      this.doc.switchToPage(at);
      const { margins, height } = this.doc.page;
      const text = toDrawable(`${this.footer} · ${at + 1} of ${count}`);
      // Below the margin, where pdfkit would begin another page.
      margins.bottom = 0;
      this.decorate(() => {
        this.#setFont({ size: 7 });
        this.doc.fillColor(quiet);
        this.doc.text(text, this.left, height - 32, { lineBreak: false });
      });
    }
  }

  #add(parent: Tag, type: string, draw?: () => unknown, options: TagOptions = {}): Tag {
    const tag = this.doc.struct(type, options, draw && (() => void draw()));
    parent.add(tag);
    return tag;
  }

  #draw(text: string, look: Look, { x, y, width, height }: Place): void {
    const { isQuiet = false, align = "left" } = look;
    this.#setFont(look);
    this.doc.fillColor(isQuiet ? quiet : "#000000");
    const most = height === undefined ? {} : { height, ellipsis: true };
    this.doc.text(toDrawable(text), x, y, { width, align, ...most });
  }

  #setFont({ size = 10, isBold = false }: Look): void {
    this.doc.font(isBold ? bold : regular, size);
  }

  #tagged(parent: Tag, type: "TH" | "TD", cells: readonly (() => void)[]): void {
    const row = this.#add(parent, "TR");
    const options: TagOptions = type === "TH" ? { scope: "Column" } : {};
    for (const draw of cells) this.#add(row, type, draw, options);
    row.end();
  }

  #row(
    columns: readonly Column[],
    texts: readonly string[],
    show: (cells: (() => void)[]) => void,
  ): void {
    const y = this.doc.y;
    const height = this.#heightOf(columns, texts);
    const isHead = columns.every(({ name }, at) => name === texts[at]);
    let x = this.left;
    const cells = columns.map(({ width, align = "left" }, at) => {
      const place = { x, y, width: width - padding };
      x += width;
      return () => this.#draw(texts[at] ?? "", { size: 9, isBold: isHead, align }, place);
    });
    show(cells);
    this.doc.y = y + height - padding;
    this.line();
  }

  #heightOf(columns: readonly Column[], texts: readonly string[]): number {
    this.#setFont({ size: 9 });
    const heights = columns.map(({ width }, at) =>
      this.doc.heightOfString(toDrawable(texts[at] ?? ""), { width: width - padding }),
    );
    return Math.max(...heights) + 2 * padding;
  }
}
