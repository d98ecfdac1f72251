import { CallRefused } from "./call.ts";

/**
 * Puts what the shop answers among the downloads, under its name or the given one; a refusal is
 * thrown as that of any call.
 */
export async function download(path: string, body?: object, named?: string): Promise<void> {
  const response = await fetch(path, {
    ...(body && {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  }).catch(() => {
    throw new Error("The shop cannot be reached. Please check your connection and try again.");
  });
  if (!response.ok) {
    const answer = await response.json().catch(() => undefined);
    const otherwise = { code: "surprise", message: "The shop sent an unexpected answer." } as const;
    throw new CallRefused(response.status, answer?.error ?? otherwise);
  }
  const [, name = "download"] =
    /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "") ?? [];
  const url = URL.createObjectURL(await response.blob());
  Object.assign(document.createElement("a"), { href: url, download: named ?? name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
