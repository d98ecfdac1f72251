import { ArrowDown, ArrowUp } from "lucide-react";

type Props = {
  name: string;
  sort: string;
  sorted: string;
  onSort: (sort: string) => void;
};

const down = "-down";

export function SortHeading({ name, sort, sorted, onSort }: Props) {
  const direction = sortDirection(sort, sorted);
  const Icon = direction === "descending" ? ArrowDown : ArrowUp;
  const next = { ascending: sort + down, descending: "", none: sort }[direction];
  return (
    <button
      type="button"
      className="inline-flex min-h-8 cursor-pointer items-center gap-1 text-[length:inherit] font-semibold [text-align:inherit] underline-offset-4 hover:underline"
      onClick={() => onSort(next)}
    >
      {name}
      {direction !== "none" && <Icon className="size-3.5 shrink-0" aria-hidden="true" />}
    </button>
  );
}

export function sortDirection(sort: string, sorted: string) {
  if (sorted === sort) return "ascending";
  return sorted === sort + down ? "descending" : "none";
}
