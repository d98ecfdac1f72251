import type { ReactNode } from "react";

/** A label that says to screen readers which row it is in; others see that. */
export function InRow({ row, children }: { row: ReactNode; children: ReactNode }) {
  return (
    <>
      {children} <span className="sr-only">{row}</span>
    </>
  );
}
