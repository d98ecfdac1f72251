import type { ReactNode } from "react";

export type ListColumn<Row> = {
  name: string;
  isFigure?: boolean;
  sort?: string;
  /** As a file of the list names it, or what it consists of. */
  file?: string | readonly string[];
  /** People may hide it, or it shows only when they choose so. */
  choice?: "shown" | "hidden";
  className?: string;
  /** Cards have no headings: it stands beside the value there. */
  isNamedOnCards?: boolean;
  cell: (row: Row, at: number) => ReactNode;
};
