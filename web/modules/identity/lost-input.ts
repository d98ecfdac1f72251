/** What somebody had typed where the page was taken from them: in memory, until they sign in again. */
export type Typed = { label: string; text: string };

let lost: Typed[] = [];

export const readLostInput = (): readonly Typed[] => lost;

export function setLostInput(typed: Typed[]): void {
  lost = typed;
}
