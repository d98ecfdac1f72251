import type { PartPage } from "#contract/catalog.ts";

export function PartSpecification({ part }: { part: PartPage }) {
  const { brand, packOf, attributes } = part;
  const own = [
    ...(brand === null ? [] : [{ name: "Brand", value: brand, unit: null }]),
    ...(packOf === 1 ? [] : [{ name: "In a pack", value: packOf, unit: "pieces" }]),
  ];
  return (
    <table className="w-full" aria-labelledby="specification">
      <tbody className="divide-y divide-base-300 border-b border-base-300">
        {[...attributes, ...own].map(({ name, value, unit }) => (
          <tr key={name}>
            <th scope="row" className="py-2.5 pe-4 text-start font-normal wrap-anywhere">
              {name}
            </th>
            {/* The unit stays with its number. */}
            <td className="py-2.5 text-end font-semibold wrap-anywhere" dir="auto">
              {unit === null ? value : `${value}\u00a0${unit}`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function hasSpecification({ brand, packOf, attributes }: PartPage): boolean {
  return brand !== null || packOf > 1 || attributes.length > 0;
}
