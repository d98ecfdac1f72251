import { keepList } from "#web/app/kept-list.ts";
import { showToast } from "#web/ui/toast.tsx";
import { maxCompared } from "./compare-address.ts";

export const comparedNumbers = keepList("compared-parts");

export function toggleCompared(number: string): void {
  const known = comparedNumbers.read();
  if (known.includes(number)) comparedNumbers.write(known.filter((each) => each !== number));
  else if (known.length < maxCompared) comparedNumbers.write([...known, number]);
  else showToast(`You can compare ${maxCompared} parts. Take one off first.`, "error");
}
