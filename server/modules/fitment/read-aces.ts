// ACES files: XML of any size, read piece by piece. https://www.autocare.org
import { SaxesParser } from "saxes";
import { FileFault } from "#contract/rules/parse-csv.ts";

export type AcesCode = { source: string; code: string; text: string };
export type AcesApp = {
  line: number;
  action: string;
  texts: Record<string, string>;
  years: { from: string; to: string } | undefined;
  codes: AcesCode[];
  notes: AcesCode[];
};
export type AcesRead = { apps: AcesApp[]; isFull: boolean };

const versions = ["3.2", "4.0", "4.1", "4.2", "5.0"];
const longestText = 100_000;
const longestCode = 300;
const deepest = 12;
const mostCodes = 100;
/** Not a condition, and of no use here. */
const ignored = new Set(["DisplayOrder", "AssetName", "AssetItemOrder", "AssetItemRef"]);
const plain = new Set(["Part", "Qty", "MfrLabel"]);

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
  #qual: { id: string; params: string[]; text: string } | undefined;
  #counted = 0;
  #recordCount: string | undefined;
  #isFull = false;
  #lastLine = 0;
  #sinceTag = 0;

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
    const said = this.#recordCount;
    if (said !== undefined && Number(said) !== this.#counted) {
      throw this.#fault(`The file says that it has ${said} lines, but it has ${this.#counted}`);
    }
    this.#parser.close();
    if (said === undefined) throw cutOff(this.#lastLine);
  }

  take(): AcesRead {
    const apps = this.#apps;
    this.#apps = [];
    return { apps, isFull: this.#isFull };
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
    this.#path.push(name);
    if (this.#path.length > deepest) throw this.#fault("Elements are nested too deep");
    this.#text = "";
    const depth = this.#path.length;
    if (depth === 1) this.#checkRoot(name, attributes.version ?? "");
    if (depth === 2 && name === "App") this.#begin(attributes.action ?? "");
    if (!this.#app || depth < 3) return;
    if (depth === 3) this.#openInApp(this.#app, name, attributes);
    if (depth === 4 && this.#qual && name === "param")
      this.#qual.params.push(attributes.value ?? "");
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
    const empty = { texts: {}, years: undefined, codes: [], notes: [] };
    this.#app = { line: this.#lastLine, action, ...empty };
  }

  #openInApp(app: AcesApp, name: string, attributes: Record<string, string>): void {
    const { id = "", from = "", to = "" } = attributes;
    if (name === "Years") app.years = { from, to };
    else if (name === "Qual") this.#qual = { id, params: [], text: "" };
    else if (id !== "" && !ignored.has(name)) app.codes.push({ source: name, code: id, text: "" });
  }

  #close(name: string): void {
    this.#sinceTag = 0;
    const depth = this.#path.length;
    const app = this.#app;
    const text = this.#text.trim().replaceAll(/\s+/g, " ");
    if (!app && depth === 3) this.#closeBeside(this.#path[1], name, text);
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
    if (parent === "Header" && name === "SubmissionType") this.#isFull = text === "FULL";
    if (parent === "Footer" && name === "RecordCount") this.#recordCount = text;
  }

  #closeInApp(app: AcesApp, name: string, text: string): void {
    const qual = this.#qual;
    if (plain.has(name)) app.texts[name] = text;
    else if (name === "Note") {
      if (text) app.notes.push({ source: name, code: text.slice(0, longestCode), text });
    } else if (name === "Qual" && qual) {
      const code = [qual.id, ...qual.params].join(" ").slice(0, longestCode);
      app.notes.push({ source: name, code, text: qual.text || `Qualifier ${code}` });
    } else if (name !== "Years" && !ignored.has(name) && !this.#hasCode(app, name)) {
      app.codes.push({ source: name, code: text.slice(0, longestCode) || "(empty)", text });
    }
    this.#qual = undefined;
  }

  #hasCode = (app: AcesApp, name: string) => app.codes.at(-1)?.source === name;

  #addText(text: string): void {
    this.#text += text;
    if (this.#app) this.#textLength += text.length;
    if (Math.max(this.#text.length, this.#textLength) > longestText)
      throw this.#fault("A text is too long");
  }
}
