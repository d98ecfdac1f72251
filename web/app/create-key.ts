/**
 * What is sent under it is taken once, however often it is sent. `crypto.randomUUID` is not there on
 * plain http.
 */
export function createKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const variant = "89ab"[(bytes[8] ?? 0) % 4];
  return digits.replace(
    /^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/,
    (_, first, second, third, fourth, fifth) =>
      `${first}-${second}-4${third}-${variant}${fourth}-${fifth}`,
  );
}
