import { ChevronRight, Layers, Plus, Ruler } from "lucide-react";
import { formatDollars } from "#contract/rules/money.ts";
import { partPath } from "#contract/rules/part-path.ts";
import type { ListedPart, Suggestion } from "#contract/search.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { searchPath, shopPath } from "#web/app/paths.ts";
import { Picture } from "#web/ui/picture.tsx";

export function suggestionPath({ part, type, search, text }: Suggestion): string {
  if (part) return partPath(part);
  return type ? shopPath(type.slug) : searchPath(search ?? text);
}

type Props = {
  suggestion: Suggestion;
  isLink?: boolean;
  onAdd?: false | ((part: ListedPart) => void);
};

export function SuggestionRow({ suggestion, isLink = false, onAdd = false }: Props) {
  const { text, why, part, type } = suggestion;
  const Icon = type ? Layers : Ruler;
  const row = (
    <>
      {part ? (
        <span className="w-14 shrink-0">
          <Picture src={part.img} alt="" sizes="3.5rem" />
        </span>
      ) : (
        <Icon className="size-5 shrink-0" aria-hidden="true" />
      )}
      <span className="min-w-0 grow">
        <span className="block truncate font-semibold" dir="auto">
          {text}
        </span>
        <span className="block truncate text-sm text-base-content/80" dir="auto">
          {why}
        </span>
      </span>
      {part ? (
        <span className="grid max-w-32 shrink-0 justify-items-end">
          <span className="font-bold whitespace-nowrap">${formatDollars(part.price)}</span>
          <span data-fit={part._id} className="max-w-full" />
        </span>
      ) : (
        <ChevronRight className="size-5 shrink-0" aria-hidden="true" />
      )}
      {part && onAdd && (
        <span
          title="Add to basket"
          aria-hidden="true"
          className="btn btn-outline btn-square shrink-0"
          onClick={(event) => {
            event.stopPropagation();
            onAdd(part);
          }}
        >
          <Plus className="size-5" />
        </span>
      )}
    </>
  );
  const classes = "flex min-h-11 items-center gap-3 px-3 py-1.5";
  if (!isLink) return <span className={classes}>{row}</span>;
  return (
    <PageLink to={suggestionPath(suggestion)} className={`${classes} hover:bg-base-200`}>
      {row}
    </PageLink>
  );
}
