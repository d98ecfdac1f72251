// A self-signed certificate.
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export function writeCertificate(key: string, certificate: string, domain: string): void {
  execFileSync(
    "openssl",
    [
      "req",
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:prime256v1",
      "-nodes",
      "-keyout",
      key,
      "-out",
      certificate,
      "-days",
      "2",
      "-subj",
      `/CN=${domain}`,
      "-addext",
      `subjectAltName=DNS:${domain}`,
    ],
    { stdio: "ignore" },
  );
}

export async function makeCertificate(
  domain = "localhost",
): Promise<{ key: string; cert: string }> {
  const folder = await mkdtemp(join(tmpdir(), "shop-certificate-"));
  try {
    const [key, cert] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
    writeCertificate(key, cert, domain);
    return { key: await readFile(key, "utf8"), cert: await readFile(cert, "utf8") };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
