import type { LeftOut } from "#contract/shipments.ts";

type Props = { title: string; left: readonly LeftOut[]; onPeek: (id: string) => void };

const most = 20;

export function LeftOutList({ title, left, onPeek }: Props) {
  return (
    <div role="alert" className="mt-4 border border-s-4 border-base-300 border-s-error p-4">
      <p className="font-semibold">{title}</p>
      <ul className="mt-1 grid max-h-60 overflow-y-auto">
        {left.slice(0, most).map(({ order, number, problem }) => (
          <li key={order}>
            <button
              type="button"
              className="link min-h-10 cursor-pointer text-start"
              onClick={() => onPeek(order)}
            >
              {number ? `Order ${number}: ${problem}` : problem}
            </button>
          </li>
        ))}
      </ul>
      {left.length > most && <p className="mt-1">and {left.length - most} more.</p>}
    </div>
  );
}
