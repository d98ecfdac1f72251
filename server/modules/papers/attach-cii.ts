import type { TaggedPdf } from "./tagged-pdf.ts";

const facturX = "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#";
const fileName = "factur-x.xml";

const properties = {
  DocumentFileName: ["The name of the embedded XML file", fileName],
  DocumentType: ["The type of the document", "INVOICE"],
  Version: ["The version of the schema of the XML", "1.0"],
  ConformanceLevel: ["The profile of the XML", "EN 16931"],
} as const;

const list = (write: (name: string, values: readonly [string, string]) => string) =>
  Object.entries(properties)
    .map(([name, values]) => write(name, values))
    .join("\n");

/** As Factur-X attaches it: named in the catalogue, and described by a schema that PDF/A demands. */
export function attachCii(pdf: TaggedPdf, xml: string, createdAt: Date): void {
  const options = {
    name: fileName,
    type: "text/xml",
    description: "The same document as EN 16931 XML",
    relationship: "Alternative",
    creationDate: createdAt,
    modifiedDate: createdAt,
  };
  pdf.doc.file(Buffer.from(xml), options);
  pdf.doc.appendXML(`
    <rdf:Description rdf:about="" xmlns:fx="${facturX}">
      ${list((name, [, value]) => `<fx:${name}>${value}</fx:${name}>`)}
    </rdf:Description>
    <rdf:Description rdf:about=""
      xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
      xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
      xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
      <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
        <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
        <pdfaSchema:namespaceURI>${facturX}</pdfaSchema:namespaceURI>
        <pdfaSchema:prefix>fx</pdfaSchema:prefix>
        <pdfaSchema:property><rdf:Seq>
          ${list(
            (name, [meaning]) => `<rdf:li rdf:parseType="Resource">
            <pdfaProperty:name>${name}</pdfaProperty:name>
            <pdfaProperty:valueType>Text</pdfaProperty:valueType>
            <pdfaProperty:category>external</pdfaProperty:category>
            <pdfaProperty:description>${meaning}</pdfaProperty:description></rdf:li>`,
          )}
        </rdf:Seq></pdfaSchema:property>
      </rdf:li></rdf:Bag></pdfaExtension:schemas>
    </rdf:Description>`);
}
