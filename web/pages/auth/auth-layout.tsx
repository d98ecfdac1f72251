import type { ReactNode } from "react";
import { Wordmark } from "#web/app/wordmark.tsx";

type Props = { title: string; lead?: ReactNode; children: ReactNode };

export function AuthLayout({ title, lead, children }: Props) {
  return (
    <div className="wide min-h-dvh sm:py-12 lg:py-16">
      <div className="mx-auto grid max-w-md border-base-300 max-sm:py-10 sm:rounded-box sm:border sm:shadow-xs lg:min-h-144 lg:max-w-5xl lg:grid-cols-2">
        <div className="sm:p-10 lg:p-12">
          <h1 className="text-3xl font-extrabold">{title}</h1>
          {lead && <p className="mt-2 text-base-content/80">{lead}</p>}
          <div className="mt-7">{children}</div>
        </div>
        <Panel />
      </div>
    </div>
  );
}

function Panel() {
  return (
    <div className="relative hidden overflow-hidden rounded-e-box bg-neutral p-12 text-neutral-content lg:flex lg:flex-col lg:justify-between">
      <Drawing />
      <div className="relative">
        <Wordmark />
      </div>
      <p className="relative max-w-xs font-display text-2xl leading-snug font-bold text-balance">
        Your account keeps what you ordered, what it cost and what is paid.
      </p>
    </div>
  );
}

function Drawing() {
  const around = (count: number) =>
    Array.from({ length: count }, (_, index) => (360 / count) * index);
  return (
    <svg
      viewBox="-200 -200 400 400"
      className="absolute -end-56 -top-36 size-136 opacity-25"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
    >
      <g strokeWidth="1.2">
        {[190, 184, 112, 104, 62, 34].map((radius) => (
          <circle key={radius} r={radius} />
        ))}
        {around(36).map((angle) => (
          <path key={angle} d="M0 -118Q14 -148 4 -178" transform={`rotate(${angle})`} />
        ))}
        {around(5).map((angle) => (
          <circle key={angle} cy="-84" r="9" transform={`rotate(${angle})`} />
        ))}
      </g>
      <g strokeWidth="0.8" strokeDasharray="14 4 3 4">
        <circle r="84" />
        <path d="M-200 0H200M0 -200V200" />
      </g>
    </svg>
  );
}
