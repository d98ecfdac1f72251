// The saved card that was chosen with an order is charged once, by the page that opens next.

const chosen = new Map<string, string>();

export function chooseCard(orderId: string, card: string): void {
  chosen.set(orderId, card);
}

export function takeChosenCard(orderId: string): string | undefined {
  const card = chosen.get(orderId);
  chosen.delete(orderId);
  return card;
}
