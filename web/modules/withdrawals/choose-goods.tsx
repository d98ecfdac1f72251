import type { OrderPage } from "#contract/order-page.ts";
import { writeGoods } from "#contract/rules/withdrawn-goods.ts";
import { Field } from "#web/ui/field.tsx";

/** What is typed for each line, and the text that the withdrawal says of it. */
export type ChosenGoods = { pieces: Record<string, string>; goods: string };

type Props = {
  page: OrderPage;
  pieces: ChosenGoods["pieces"];
  error: string | undefined;
  onChoose: (chosen: ChosenGoods) => void;
};

export function ChooseGoods({ page, pieces, error, onChoose }: Props) {
  const lines = page.order.lines.filter(({ kind }) => kind === "part");
  const mostOf = ({ quantity, cancelled, returned }: (typeof lines)[number]) =>
    Math.max(0, quantity - cancelled - returned);

  function choose(id: string, typed: string) {
    const all = { ...pieces, [id]: typed.replace(/\D/g, "") };
    const chosen = lines.flatMap((line) => {
      const quantity = Math.min(Number(all[line._id] || 0), mostOf(line));
      return quantity > 0 ? [{ name: line.name, partNumber: line.number, quantity }] : [];
    });
    const isAll = lines.every((line) => Number(all[line._id] || 0) >= mostOf(line));
    onChoose({ pieces: all, goods: isAll ? "" : writeGoods(chosen) });
  }

  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 text-sm font-semibold">Which goods?</legend>
      <p className="text-sm text-base-content/80">
        Leave all of them empty to withdraw from the whole order.
      </p>
      {lines
        .filter((line) => mostOf(line) > 0)
        .map((line) => (
          <div
            key={line._id}
            className="grid grid-cols-[minmax(0,1fr)_6rem] items-end gap-3 border-b border-base-300 pb-3"
          >
            <p className="pb-2.5 wrap-anywhere">
              {line.number && <span className="me-2 font-mono text-sm">{line.number}</span>}
              {line.name}
              <span className="block text-sm text-base-content/75">at most {mostOf(line)}</span>
            </p>
            <Field
              label="Pieces"
              aria-label={`Pieces of ${line.name}`}
              inputMode="numeric"
              autoComplete="off"
              maxLength={9}
              value={pieces[line._id] ?? ""}
              onChange={({ target }) => choose(line._id, target.value)}
            />
          </div>
        ))}
      {error && <p className="text-sm font-medium text-error">{error}</p>}
    </fieldset>
  );
}
