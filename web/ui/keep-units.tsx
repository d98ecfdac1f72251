/** Splits at each number with its unit: the odd pieces. */
const numberWithUnit =
  /(\d+(?:[.,]\d+)? (?:mm|cm|m|km|g|kg|l|l\/min|cc|cc\/min|bar|V|kV|A|Ah|W|kW|Nm|Hz|°C)(?![\p{L}\d/]))/u;

/** No line ends between "312" and "mm". */
export function KeepUnits({ children }: { children: string }) {
  return children.split(numberWithUnit).map((piece, at) =>
    at % 2 === 0 ? (
      piece
    ) : (
      <span key={String(at)} className="whitespace-nowrap">
        {piece}
      </span>
    ),
  );
}
