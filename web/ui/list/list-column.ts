import type { ReactNode } from "react";

/** One column of an admins' list. */
export type ListColumn<Row> = {
  /** Also its heading. */
  name: string;
  /** Numbers stand at the right. */
  isFigure?: boolean;
  /** As the server is asked for it; for the other direction with "-down". */
  sort?: string;
  /** People may hide it, or it shows only when they choose so. */
  choice?: "shown" | "hidden";
  /** Of its cells. */
  className?: string;
  /** Cards have no headings: it stands beside the value there. */
  isNamedOnCards?: boolean;
  cell: (row: Row, at: number) => ReactNode;
};
