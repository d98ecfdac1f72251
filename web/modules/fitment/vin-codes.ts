import { normalizeVin, vinProblem } from "#contract/rules/vin.ts";

type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> };
/** Not in every browser, and not in TypeScript's types. */
type DetectorClass = {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
};

/** On the door frame and behind the windscreen; the other two on papers. */
const formats = ["code_39", "code_128", "data_matrix", "qr_code"];

const detectorClass = () => (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;

async function listFormats(): Promise<string[]> {
  const known = await detectorClass()?.getSupportedFormats();
  return formats.filter((format) => known?.includes(format));
}

export async function canScanVins(): Promise<boolean> {
  return "mediaDevices" in navigator && (await listFormats()).length > 0;
}

export async function openDetector(): Promise<Detector> {
  const Detector = detectorClass();
  if (!Detector) throw new Error("This browser reads no bar codes");
  return new Detector({ formats: await listFormats() });
}

/** Cars that were imported have an "I" before the VIN in the bar code. */
export function readVinCode(text: string): string | undefined {
  const written = normalizeVin(text);
  const vin = written.length === 18 && written.startsWith("I") ? written.slice(1) : written;
  return vinProblem(vin) ? undefined : vin;
}
