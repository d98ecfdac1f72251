// What was pasted into the search, on its way to the page that looks it up.
let pasted = "";

export function keepPasted(text: string): void {
  pasted = text;
}

export function takePasted(): string {
  const text = pasted;
  pasted = "";
  return text;
}
