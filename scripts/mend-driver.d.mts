export const mends: [bad: string, good: string][];
export function mendDriver(root: string): void;
