import type { FitDeclaration } from "#contract/applications.ts";
import { undoLatest } from "#web/app/undo-change.ts";
import { RadioGroup } from "#web/ui/choice.tsx";
import { showOnShelf } from "#web/ui/shelf.tsx";
import { useAction } from "#web/ui/use-action.ts";
import { declareFit } from "./application-calls.ts";

type Props = { declared: FitDeclaration; refresh: () => Promise<unknown> };

const choices = {
  open: "Not said",
  "lists-all": "All vehicles are listed",
  universal: "For no car in particular",
};
type Choice = keyof typeof choices;

const meanings: Record<Choice, string> = {
  open: "A car that is not listed is told: not known.",
  "lists-all": "A car that is not listed is told: does not fit.",
  universal: "Every car is told to compare the measures. The list below counts for none.",
};

export function Declaration({ declared, refresh }: Props) {
  const { _id: id, universal, listsAllVehicles } = declared;
  const { run, isBusy } = useAction();
  const value: Choice = universal ? "universal" : listsAllVehicles ? "lists-all" : "open";

  async function declare(choice: Choice) {
    try {
      await declareFit(id, {
        universal: choice === "universal",
        listsAllVehicles: choice === "lists-all",
      });
      await refresh();
      showOnShelf(`Saved: ${choices[choice].toLowerCase()}.`, async () => {
        await undoLatest(id);
        await refresh();
        return "It is as it was.";
      });
    } catch (error) {
      showOnShelf((error as Error).message);
    }
  }

  return (
    <div className="grid gap-2" aria-busy={isBusy}>
      <p aria-hidden="true" className="text-sm font-semibold">
        What the list says of other cars
      </p>
      <RadioGroup
        label="What the list says of other cars"
        choices={choices}
        value={value}
        onChoose={(choice) => choice !== value && void run(() => declare(choice))}
      />
      <p className="text-sm text-base-content/75">{meanings[value]}</p>
    </div>
  );
}
