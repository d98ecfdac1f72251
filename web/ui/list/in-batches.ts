export async function inBatches(
  ids: readonly string[],
  size: number,
  act: (batch: string[], done: number) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < ids.length; from += size) {
    await act(ids.slice(from, from + size), from);
  }
}
