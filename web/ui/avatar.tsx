import { useState } from "react";

type Props = { name: string; img: string; className: string };

export function Avatar({ name, img, className }: Props) {
  const [failed, setFailed] = useState("");
  const shape = `${className} shrink-0 rounded-full border border-base-300`;
  if (!img || failed === img) {
    return (
      <svg viewBox="0 0 40 40" aria-hidden="true" className={`${shape} bg-base-200`}>
        <text
          x="20"
          y="20"
          dy="0.36em"
          textAnchor="middle"
          // In units of the drawing: letters of 200 % would not be in it.
          className="fill-current font-display text-[13.6px] font-semibold"
        >
          {initialsOf(name)}
        </text>
      </svg>
    );
  }
  return (
    <img
      src={img.replace(ownPicture, "$1320.webp")}
      alt=""
      width={320}
      height={320}
      loading="lazy"
      decoding="async"
      className={`${shape} bg-base-200 object-cover`}
      onError={() => setFailed(img)}
    />
  );
}

/** Uploads exist in three widths, of which the smallest is enough. */
const ownPicture = /^(\/images\/[0-9a-f]{32}\/)960\.webp$/;

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => [...(word ?? "")][0]?.toUpperCase() ?? "").join("");
}
