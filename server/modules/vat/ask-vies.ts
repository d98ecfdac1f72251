// VIES, the European Commission's register of VAT numbers:
// https://ec.europa.eu/taxation_customs/vies/#/technical-information
import * as z from "zod/mini";

const timeoutMs = 15_000;
const maxResponseBytes = 64 * 1024;

/** By the letters that numbers begin with. Others are confirmed by hand. */
const members = new Set(
  "AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI".split(" "),
);

export const isInVies = (vatId: string): boolean => members.has(vatId.slice(0, 2));

const answered = z.object({ valid: z.boolean(), name: z.optional(z.nullable(z.string())) });

/** Throws if VIES, or the member state behind it, does not answer: that says nothing of the number. */
export async function askVies(
  url: string,
  vatId: string,
  signal: AbortSignal,
): Promise<{ isValid: boolean; registeredName: string }> {
  const response = await fetch(`${url.replace(/\/$/, "")}/check-vat-number`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({ countryCode: vatId.slice(0, 2), vatNumber: vatId.slice(2) }),
    redirect: "error",
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  });
  const text = await readText(response);
  const read = answered.safeParse(parse(text));
  if (!response.ok || !read.success) {
    const [, reason = "no answer about the number"] = /"error"\s*:\s*"(\w{1,40})"/.exec(text) ?? [];
    throw new Error(`VIES answered ${response.status}: ${reason}`);
  }
  // Where a state does not tell the name, VIES says "---".
  const name = read.data.name?.trim() ?? "";
  return { isValid: read.data.valid, registeredName: /^-*$/.test(name) ? "" : name };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxResponseBytes) throw new Error("The answer of VIES is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
