let pasted = "";

export function keepPasted(text: string): void {
  pasted = text;
}

export function takePasted(): string {
  const text = pasted;
  pasted = "";
  return text;
}
