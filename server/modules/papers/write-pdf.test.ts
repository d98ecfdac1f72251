// The PDF of a document: PDF/A-3a, its tags and fonts, and the XML for companies.
import { expect, it } from "vitest";
import { aDocument } from "#tests/builders/document.ts";
import { readPdf } from "#tests/read-pdf.ts";
import { writeCii } from "./write-cii.ts";
import { writePdf } from "./write-pdf.ts";

const write = async (data = aDocument()) => {
  const bytes = await writePdf({ kind: "document", data });
  return { bytes, ...readPdf(bytes) };
};

it("says what it is: part and conformance, language, tags, embedded fonts, the same bytes again", async () => {
  const pdf = await write();
  expect(pdf.xmp).toMatch(/<pdfaid:part>3<.*<pdfaid:conformance>A</s);
  expect(pdf.xmp).toContain("Invoice INV-2026-00001");
  const catalog = [...pdf.objects.values()].find((each) => each.includes("/Type /Catalog")) ?? "";
  for (const part of ["/Lang (en)", "/StructTreeRoot", "/MarkInfo", "/OutputIntents", "/Metadata"])
    expect(catalog).toContain(part);
  const fonts = [...pdf.objects.values()].filter((each) => each.includes("/Type /FontDescriptor"));
  expect(fonts).toHaveLength(2);
  for (const font of fonts) expect(font).toMatch(/\/FontFile2 \d+ 0 R/);
  const counts = Map.groupBy(pdf.tags, (tag) => tag);
  expect(counts.get("H1")).toHaveLength(1);
  expect(counts.get("Table")).toHaveLength(2);
  expect(counts.get("TH")?.length).toBeGreaterThan(6);
  for (const text of ["Werkstatt Łódź", "Disc & pads <front>", "VAT 19 % of $84.02", "99.98"])
    expect(pdf.text).toContain(text);
  expect((await write()).bytes.equals(pdf.bytes)).toBe(true);
});

it("repeats its columns on the next page, outside of the tags", async () => {
  const [line] = aDocument().lines;
  if (!line) throw new Error("There is a line");
  const lines = Array.from({ length: 60 }, (_, at) => ({ ...line, name: `Part ${at}` }));
  const pdf = await write(aDocument({}, lines));
  expect(pdf.pages).toBeGreaterThan(1);
  expect(pdf.text.match(/Description/g)).toHaveLength(pdf.pages);
  expect(pdf.text).toContain(`${pdf.pages} of ${pdf.pages}`);
  expect(pdf.tags.filter((tag) => tag === "THead")).toHaveLength(1);
});

it("has the XML attached where both are companies, named in the catalogue and in XMP", async () => {
  const pdf = await write();
  const catalog = [...pdf.objects.values()].find((each) => each.includes("/Type /Catalog")) ?? "";
  const [, spec = "0"] = /\/AF \[(\d+) 0 R\]/.exec(catalog) ?? [];
  const named = pdf.objects.get(Number(spec)) ?? "";
  expect(named).toContain("/AFRelationship /Alternative");
  expect(named).toContain("(factur-x.xml)");
  const [, file = "0"] = /\/F (\d+) 0 R/.exec(named) ?? [];
  expect(pdf.streams.get(Number(file))?.toString()).toBe(writeCii(aDocument()));
  expect(pdf.xmp).toContain("<fx:ConformanceLevel>EN 16931<");
  expect(pdf.xmp).toContain("<pdfaSchema:prefix>fx<");
});

it("has none where one of them is no company", async () => {
  const data = aDocument();
  const pdf = await write({ ...data, buyer: { ...data.buyer, vatId: "" } });
  expect(pdf.bytes.includes("factur-x")).toBe(false);
});

it("names the bank account on account, in the PDF and as credit transfer in the XML", async () => {
  const data = aDocument();
  const bank = {
    accountHolder: "Parts Ltd",
    iban: "DE89370400440532013000",
    bic: "",
    bankName: "",
  };
  const order = { ...data.order, paidOn: "", dueOn: "2026-12-22" };
  const onAccount = { ...data, order, seller: { ...data.seller, bank } };
  const { text } = await write(onAccount);
  for (const words of ["IBAN: DE89 3704 0044 0532 0130 00", "Reference: INV-2026-00001"])
    expect(text).toContain(words);
  const xml = writeCii({ ...onAccount, because: "One\u000B\uFFFE\uFFFF& two" });
  // XML has none of these characters.
  expect(xml).toContain(">One &#38; two<");
  expect(xml).toContain("<ram:PaymentReference>INV-2026-00001<");
  expect(xml).toMatch(/<ram:TypeCode>30<.*<ram:IBANID>DE89370400440532013000<.*Parts Ltd</s);
  expect(xml).not.toContain("BICID");
  const withBic = { ...onAccount, seller: { ...data.seller, bank: { ...bank, bic: "COBADEFF" } } };
  expect(writeCii(withBic)).toContain("<ram:BICID>COBADEFF<");
  // A credit transfer without an account breaks BR-61.
  const withoutBank = writeCii({ ...data, order });
  expect(withoutBank).toMatch(/PaymentMeans><ram:TypeCode>1</);
  expect(withoutBank).not.toContain("IBANID");
});
