import { Car, Copy, ExternalLink, Eye, EyeOff } from "lucide-react";
import { useNavigate } from "react-router";
import type { PartRecord } from "#contract/part-edits.ts";
import { partPath } from "#contract/rules/part-path.ts";
import { KeepUnits } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { manageFitPath, manageProductPath } from "#web/app/paths.ts";
import { CopyText } from "#web/ui/copy-text.tsx";
import { showOnShelf } from "#web/ui/shelf.tsx";
import { useAction } from "#web/ui/use-action.ts";
import { copyPart, saveEdit } from "./product-calls.ts";

type Props = { part: PartRecord; onSaved: (part: PartRecord) => void };

export function ProductHead({ part, onSaved }: Props) {
  const { _id: id, number, name, hidden } = part;
  const navigate = useNavigate();
  const { run, isBusy } = useAction();

  const press = (work: () => Promise<unknown>) => () =>
    run(() => work().catch((error: Error) => showOnShelf(error.message)));

  async function hide(hidden: boolean): Promise<string> {
    const answer = await saveEdit(id, { hidden });
    if ("saved" in answer) onSaved(answer.saved);
    return hidden ? `${number} is hidden: customers do not find it.` : `${number} is shown.`;
  }

  async function toggle() {
    const text = await hide(!hidden);
    showOnShelf(text, () => hide(hidden));
  }

  async function duplicate() {
    const copy = await copyPart(part);
    await navigate(manageProductPath(copy));
    showOnShelf(`This is the copy of ${number}. It is hidden until you show it.`);
  }

  const VisibilityIcon = hidden ? Eye : EyeOff;
  return (
    <div className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <p className="flex min-h-11 flex-wrap items-center gap-x-2">
          <span className="font-mono text-lg font-semibold wrap-anywhere">{number}</span>
          <CopyText label={`Copy ${number}`} text={number} />
          {hidden && (
            <span className="border border-base-content/40 px-2 py-0.5 text-sm">Hidden</span>
          )}
        </p>
        <h2 className="text-xl font-extrabold wrap-anywhere md:text-2xl" dir="auto">
          <KeepUnits>{name}</KeepUnits>
        </h2>
      </div>
      <div className="flex flex-wrap gap-2" aria-busy={isBusy}>
        {!hidden && (
          <PageLink to={partPath(part)} className="btn btn-outline border-base-content/50">
            <ExternalLink className="size-4" aria-hidden="true" />
            See it as customers do
          </PageLink>
        )}
        <PageLink to={manageFitPath(id)} className="btn btn-outline border-base-content/50">
          <Car className="size-4" aria-hidden="true" />
          Vehicles it fits
        </PageLink>
        <button
          type="button"
          className="btn btn-outline border-base-content/50"
          onClick={press(toggle)}
        >
          <VisibilityIcon className="size-4" aria-hidden="true" />
          {hidden ? "Show" : "Hide"}
        </button>
        <button
          type="button"
          className="btn btn-outline border-base-content/50"
          onClick={press(duplicate)}
        >
          <Copy className="size-4" aria-hidden="true" />
          Duplicate
        </button>
      </div>
    </div>
  );
}
