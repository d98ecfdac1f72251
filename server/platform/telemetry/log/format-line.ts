type Line = { level: string; msg?: string; err?: { message: string; stack?: string } };

export function formatLine(json: string): string {
  const { time: _, level, msg, err, ...fields }: Line & { time?: string } = JSON.parse(json);
  const values = Object.entries(fields).map(([name, value]) => {
    return `${name}=${typeof value === "object" ? JSON.stringify(value) : value}`;
  });
  const label = level === "info" ? "" : `${level}:`;
  const message = msg === err?.message ? "" : msg;
  const line = [label, message, ...values].filter(Boolean).join(" ");
  return err ? `${line}${message ? ": " : " "}${err.stack ?? err.message}` : line;
}
