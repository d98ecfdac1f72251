/** `received`: the goods are here; `closed`: refunded, replaced, or sent back. */
export const returnStates = [
  ...(["requested", "approved", "refused", "cancelled"] as const),
  ...(["received", "inspected", "closed"] as const),
] as const;
export type ReturnState = (typeof returnStates)[number];

/** `core`: old parts, for whose deposit new ones were sold. */
export const returnKinds = ["return", "withdrawal", "core"] as const;

export const returnReasons = {
  does_not_fit: "It does not fit",
  wrong_part: "It is not what I ordered",
  damaged: "It arrived damaged",
  defective: "It is defective",
  not_needed: "I do not need it",
} as const;
export type ReturnReason = keyof typeof returnReasons;
export const returnReasonNames = Object.keys(returnReasons) as ReturnReason[];

export const wishes = ["refund", "replace"] as const;
/** What the customer would like; the shop decides. */
export type Wish = (typeof wishes)[number];

/** The same again is no help where it does not fit or is not needed. */
export function mayWishReplacement(reason: string): boolean {
  return reason === "damaged" || reason === "defective" || reason === "wrong_part";
}

export function wishProblem(line: { reason: string; wants?: Wish | undefined }) {
  if (line.wants === undefined || mayWishReplacement(line.reason)) return undefined;
  return "This can be chosen only for what is damaged, defective or not what was ordered";
}

export const conditions = {
  new: "New, in its carton",
  opened: "Opened, not fitted",
  used: "Fitted or used",
  damaged: "Damaged",
  incomplete: "Incomplete",
} as const;
export type Condition = keyof typeof conditions;
export const conditionNames = Object.keys(conditions) as Condition[];

export const resolutions = ["refund", "replace", "refuse"] as const;
export type Resolution = (typeof resolutions)[number];

const returnMoves = {
  approve: ["requested"],
  refuse: ["requested", "approved"],
  cancel: ["requested", "approved"],
  receive: ["approved", "received"],
  inspect: ["received"],
  close: ["inspected"],
} as const satisfies Record<string, readonly ReturnState[]>;
export type ReturnMove = keyof typeof returnMoves;

const present: Record<ReturnState, string> = {
  requested: "This return waits for an answer.",
  approved: "This return is approved, and its goods are not here yet.",
  refused: "This return was refused.",
  cancelled: "This return was cancelled.",
  received: "The goods of this return are here already.",
  inspected: "The goods of this return have been looked at already.",
  closed: "This return is closed already.",
};

export function mayMoveReturn(move: ReturnMove, state: ReturnState): boolean {
  return (returnMoves[move] as readonly ReturnState[]).includes(state);
}

export function returnMoveProblem(move: ReturnMove, state: ReturnState): string | undefined {
  return mayMoveReturn(move, state) ? undefined : present[state];
}

type Counted = { shipped: number; returned: number; lost: number };

/** `asked`: pieces of returns that are under way. */
export function returnablePieces({ shipped, returned, lost }: Counted, asked: number): number {
  return Math.max(0, shipped - returned - lost - asked);
}

type Inspected = {
  reason: string;
  received: number;
  restock: number;
  scrap: number;
  resolution: Resolution;
};

/** What goes to the shelf, what is written off, and what is sent back add up to what came. */
export function inspectionProblem(line: Inspected): string | undefined {
  const kept = line.restock + line.scrap;
  if (line.reason === "core" && line.restock > 0) return "An old part does not go to the shelf";
  if (line.reason === "core" && line.resolution === "replace") return "An old part is not replaced";
  if (line.resolution === "refuse") {
    return kept === 0 ? undefined : "What is sent back is neither put on the shelf nor written off";
  }
  if (kept === line.received) return undefined;
  return `Shelf and written off must be ${line.received} together, as many as were received`;
}
