import { encodeQR } from "qr";

/** Dark on light in both themes: cameras expect it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, "raw");
  const dots = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [[x, y]] : [])));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
      className="size-56 max-w-full bg-white"
    >
      <path fill="#000" d={dots.map(([x, y]) => `M${x} ${y}h1v1h-1z`).join("")} />
    </svg>
  );
}
