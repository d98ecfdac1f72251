// ACES files: XML of any size, read piece by piece. https://www.autocare.org
import { SaxesParser } from "saxes";
import { FileFault } from "#contract/rules/parse-csv.ts";
import { shortenCode } from "./aliases.ts";

export type AcesCode = { source: string; code: string; text: string };
export type AcesApp = {
  line: number;
  action: string;
  texts: Record<string, string>;
  years: { from: string; to: string } | undefined;
  codes: AcesCode[];
  notes: AcesCode[];
  /** What is written so that it cannot be read for sure. */
  faults: string[];
  /** What the file has besides, and is not read. */
  unread: string[];
};
export type AcesRead = { apps: AcesApp[]; isFull: boolean };

const versions = ["3.2", "4.0", "4.1", "4.2", "5.0"];
const longestText = 100_000;
const deepest = 12;
const mostCodes = 100;
const mostFaults = 5;
/** Not a condition, and of no use here. */
const ignored = new Set(["DisplayOrder", "AssetName", "AssetItemOrder", "AssetItemRef"]);
const plain = new Set(["Part", "Qty", "MfrLabel"]);
/** Of which a line may have several. */
const several = new Set(["Note", "Qual"]);
const elementsOfQual = new Set(["param", "text"]);
/** Attributes that are read, or only number what stands in the file. */
const attributesOf: Record<string, string[]> = {
  ACES: ["version"],
  App: ["action", "id"],
  Years: ["from", "to"],
  param: ["value", "uom", "altvalue", "altuom"],
  Note: [],
  text: [],
};

/** Of the file itself, by the element that it stands in. */
const ofFile = new Set(["Header SubmissionType", "Footer RecordCount"]);
const isOfFile = (name = "") => name === "Header" || name === "Footer";
const holdsElements = new Set(["Qual", "Years", "param"]);

/** The unit belongs to it: 11 inches are no 11 mm. */
function writeParam({ value = "", uom = "", altvalue = "", altuom = "" }: Record<string, string>) {
  return [value, uom, altvalue, altuom].filter((one) => one !== "").join(" ");
}

export async function* readAces(chunks: AsyncIterable<Buffer>): AsyncGenerator<AcesRead> {
  const reader = new AcesReader();
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += longestText) {
      reader.write(chunk.subarray(at, at + longestText));
    }
    yield reader.take();
  }
  reader.end();
  yield reader.take();
}

const cutOff = (line: number) =>
  new FileFault(line, "The file ends too early", "Check that it is complete, and upload it again");

const notXml = new FileFault(
  1,
  "This is no XML file",
  "For a CSV file, choose what it has, such as “Vehicles”, and upload it again",
);

class AcesReader {
  readonly #parser = new SaxesParser<{ position: true; xmlns: false }>({
    position: true,
    xmlns: false,
  });
  readonly #decoder = new TextDecoder("utf-8", { fatal: true });
  #path: string[] = [];
  #text = "";
  #textLength = 0;
  #app: AcesApp | undefined;
  #apps: AcesApp[] = [];
  #qual: { id: string; params: string[]; text: string | undefined } | undefined;
  readonly #named = new Set<string>();
  #hasId = false;
  /** By what is not read: how often, and the line of the first. */
  readonly #unread = new Map<string, { count: number; line: number }>();
  readonly #ofFile = new Map<string, string>();
  #counted = 0;
  #recordCount: string | undefined;
  #isFull = false;
  #lastLine = 0;
  #sinceTag = 0;
  #isEnded = false;

  constructor() {
    const parser = this.#parser;
    parser.on("error", ({ message }) => {
      throw this.#fault(`The XML is not well formed: ${message.replace(/^[\d:\s]+/, "")}`);
    });
    parser.on("doctype", () => {
      throw this.#fault("The file has a document type or entities, which are refused");
    });
    parser.on("xmldecl", ({ encoding = "utf-8" }) => {
      if (!/^(utf-8|us-ascii|ascii)$/i.test(encoding)) throw this.#notUtf8();
    });
    parser.on("opentag", ({ name, attributes }) => this.#open(name, attributes));
    parser.on("closetag", ({ name }) => this.#close(name));
    parser.on("text", (text) => this.#addText(text));
    parser.on("cdata", (text) => this.#addText(text));
  }

  write(bytes: Uint8Array): void {
    this.#sinceTag += bytes.length;
    const text = this.#decode(bytes);
    if (this.#parser.position === 0 && !/^\s*(<|$)/.test(text)) throw notXml;
    this.#parser.write(text);
    if (this.#sinceTag > 2 * longestText) throw this.#fault("A text is too long");
  }

  end(): void {
    this.#parser.write(this.#decode());
    if (this.#path.length > 0) throw cutOff(this.#parser.line);
    this.#isEnded = true;
    const unread = [...this.#unread].map(
      ([what, { count, line }]) => `${what} (${count}, the first in line ${line} of the text)`,
    );
    this.#apps.at(-1)?.unread.push(...unread);
    const said = this.#recordCount;
    if (said !== undefined && Number(said) !== this.#counted) {
      throw this.#fault(`The file says that it has ${said} lines, but it has ${this.#counted}`);
    }
    this.#parser.close();
    if (said === undefined) throw cutOff(this.#lastLine);
  }

  take(): AcesRead {
    // The last line waits for what the rest of the file has that is not read.
    const count = this.#isEnded ? this.#apps.length : this.#apps.length - 1;
    return { apps: this.#apps.splice(0, count), isFull: this.#isFull };
  }

  #decode(bytes?: Uint8Array): string {
    try {
      return bytes ? this.#decoder.decode(bytes, { stream: true }) : this.#decoder.decode();
    } catch {
      throw this.#notUtf8();
    }
  }

  #fault(what: string): FileFault {
    const todo = "Ask whoever made the file for a correct one, and upload that";
    return new FileFault(this.#parser.line, what, todo);
  }

  #notUtf8(): FileFault {
    const what = "The file is not written in UTF-8";
    return new FileFault(this.#parser.line, what, "Save it in UTF-8 and upload it again");
  }

  #open(name: string, attributes: Record<string, string>): void {
    this.#sinceTag = 0;
    this.#checkText();
    this.#text = "";
    this.#path.push(name);
    if (this.#path.length > deepest) throw this.#fault("Elements are nested too deep");
    const depth = this.#path.length;
    if (depth === 1) this.#checkRoot(name, attributes.version ?? "");
    if (depth === 2 && name === "App") this.#begin(attributes.action ?? "");
    if (!this.#app) {
      this.#openBeside(name);
      if (depth === 1 || isOfFile(this.#path[1]))
        this.#noteAttributes(name, Object.keys(attributes));
      return;
    }
    this.#noteAttributes(name, Object.keys(attributes));
    if (depth === 3) this.#openInApp(this.#app, name, attributes);
    if (depth === 4) this.#openInQual(this.#app, name, attributes);
    if (depth > 4) this.#blame(this.#app, `There is markup (${name}) inside a text`);
    const { codes, notes } = this.#app;
    const params = this.#qual?.params.length ?? 0;
    if (codes.length + notes.length + params > mostCodes)
      throw this.#fault("One line has too many conditions");
  }

  #checkRoot(name: string, version: string): void {
    if (name !== "ACES") throw this.#fault(`This is no ACES file: it begins with “${name}”`);
    if (versions.includes(version)) return;
    const known = "3.2, 4.0, 4.1, 4.2 and 5.0";
    throw this.#fault(`ACES ${version || "without a version"} cannot be read, but ${known} can`);
  }

  #begin(action: string): void {
    this.#counted++;
    // Files may have many of them in one line of text.
    this.#lastLine = Math.max(this.#parser.line, this.#lastLine + 1);
    this.#textLength = 0;
    const empty = { texts: {}, years: undefined, codes: [], notes: [], faults: [], unread: [] };
    this.#app = { line: this.#lastLine, action, ...empty };
    this.#named.clear();
  }

  #openBeside(name: string): void {
    const depth = this.#path.length;
    const [, parent] = this.#path;
    if (depth === 2 && isOfFile(name)) {
      if (this.#ofFile.has(name)) throw this.#fault(`There is a second ${name}`);
      this.#ofFile.set(name, "");
    } else if (depth === 2) this.#noteUnread(name);
    else if (depth === 3 && ofFile.has(`${parent} ${name}`)) {
      if (this.#ofFile.has(name)) throw this.#fault(`There is a second ${name}`);
      this.#ofFile.set(name, "");
    } else if (depth === 4 && ofFile.has(`${parent} ${this.#path[2]}`)) {
      throw this.#fault(`There is markup (${name}) inside ${this.#path[2]}`);
    } else if (depth === 3 && isOfFile(parent)) this.#noteUnread(`${name} of the ${parent}`);
  }

  #noteUnread(name: string): void {
    const what = name.slice(0, 200);
    const { count = 0, line = this.#parser.line } = this.#unread.get(what) ?? {};
    // Of names that nobody foresaw, some are enough.
    if (count > 0 || this.#unread.size < mostCodes)
      this.#unread.set(what, { count: count + 1, line });
  }

  #noteAttributes(name: string, given: readonly string[]): void {
    const read = attributesOf[name] ?? (this.#app ? ["id"] : []);
    for (const attribute of given) {
      const isRead = read.includes(attribute) || /^(xmlns|xsi:)/.test(attribute);
      if (!isRead) this.#noteUnread(`“${attribute}” of ${name}`);
    }
  }

  #blame({ faults }: AcesApp, what: string): void {
    if (faults.length < mostFaults && !faults.includes(what)) faults.push(what.slice(0, 200));
  }

  /** Text beside elements belongs to none of them. Beside markup in a text, the markup is the fault. */
  #checkText(): void {
    const text = this.#text.trim();
    const isOfText = this.#path.length > 2 && !holdsElements.has(this.#path.at(-1) ?? "");
    if (text === "" || (this.#app && isOfText)) return;
    const what = `The text “${text.slice(0, 80)}” stands beside elements`;
    if (this.#app) this.#blame(this.#app, what);
    else if (this.#path.length <= 2) this.#noteUnread(what);
  }

  #openInApp(app: AcesApp, name: string, attributes: Record<string, string>): void {
    const { id = "", from = "", to = "" } = attributes;
    if (this.#named.has(name) && !several.has(name)) this.#blame(app, `There is a second ${name}`);
    this.#named.add(name);
    this.#hasId = id !== "";
    if (ignored.has(name)) this.#noteUnread(name);
    if (name === "Years") app.years = { from, to };
    else if (name === "Qual") this.#qual = { id, params: [], text: undefined };
    else if (id !== "" && name !== "Note" && !ignored.has(name))
      app.codes.push({ source: name, code: id, text: "" });
  }

  #openInQual(app: AcesApp, name: string, attributes: Record<string, string>): void {
    const qual = this.#qual;
    if (!qual || !elementsOfQual.has(name)) {
      this.#blame(app, `There is markup (${name}) inside ${this.#path[2]}`);
    } else if (name === "param") qual.params.push(writeParam(attributes));
    else if (qual.text !== undefined) this.#blame(app, "A Qual has a second text");
  }

  #close(name: string): void {
    this.#sinceTag = 0;
    const depth = this.#path.length;
    const app = this.#app;
    const text = this.#text.trim().replaceAll(/\s+/g, " ");
    if (!app && depth === 3) this.#closeBeside(this.#path[1], name, text);
    if (app) this.#checkText();
    if (app && depth === 2) {
      this.#apps.push(app);
      this.#app = undefined;
    }
    if (app && depth === 3) this.#closeInApp(app, name, text);
    if (app && depth === 4 && name === "text" && this.#qual) this.#qual.text = text;
    this.#path.pop();
    this.#text = "";
  }

  #closeBeside(parent: string | undefined, name: string, text: string): void {
    if (parent === "Header" && name === "SubmissionType") {
      if (text !== "FULL" && text !== "UPDATE") {
        throw this.#fault(`“${text.slice(0, 80)}” is no SubmissionType that can be applied`);
      }
      this.#isFull = text === "FULL";
    }
    if (parent === "Footer" && name === "RecordCount") this.#recordCount = text;
  }

  #closeInApp(app: AcesApp, name: string, text: string): void {
    const qual = this.#qual;
    if (plain.has(name)) app.texts[name] = text;
    else if (name === "Note") {
      if (text) app.notes.push({ source: name, code: shortenCode(text), text });
    } else if (name === "Qual" && qual) {
      const code = shortenCode([qual.id, ...qual.params].join(" "));
      app.notes.push({ source: name, code, text: qual.text || `Qualifier ${code}` });
    } else if (name !== "Years" && !ignored.has(name) && !this.#hasId) {
      app.codes.push({ source: name, code: shortenCode(text) || "(empty)", text });
    } else if (this.#hasId && text !== "") this.#noteUnread(`The text of ${name}`);
    this.#qual = undefined;
  }

  #addText(text: string): void {
    this.#text += text;
    if (this.#app) this.#textLength += text.length;
    if (Math.max(this.#text.length, this.#textLength) > longestText)
      throw this.#fault("A text is too long");
  }
}
