import type { PaidChart, PaidDay } from "#contract/overview.ts";

const height = 168;
const left = 44;
const top = 10;
const bottom = 22;
const labelledDays = 3;

export function drawChart(days: readonly PaidDay[], width: number): PaidChart {
  const most = niceTop(Math.max(...days.flatMap(({ paid, before }) => [paid, before])));
  const floor = height - bottom;
  const yOf = (dollars: number) => round(floor - (dollars / most) * (floor - top));
  const step = (width - left) / days.length;
  const barWidth = round(step * 0.66);
  const middleOf = (at: number) => round(left + step * (at + 0.5));
  return {
    width,
    height,
    bars: days.map(({ paid }, at) => ({
      x: round(middleOf(at) - barWidth / 2),
      y: yOf(paid),
      width: barWidth,
      height: round(floor - yOf(paid)),
    })),
    before: days
      .map(({ before }, at) => `${at === 0 ? "M" : "L"}${middleOf(at)} ${yOf(before)}`)
      .join(""),
    grid: [0, most / 2, most].map((dollars) => ({ y: yOf(dollars), label: shorten(dollars) })),
    days: [...labelled(days, middleOf), { x: width, label: "Today", anchor: "end" as const }],
  };
}

function labelled(days: readonly PaidDay[], middleOf: (at: number) => number): PaidChart["days"] {
  const every = Math.ceil(days.length / labelledDays);
  return days.flatMap(({ day }, at) =>
    at % every === 0 && at + every / 2 < days.length
      ? { x: middleOf(at), label: writeDay(day), anchor: "middle" as const }
      : [],
  );
}

const writeDay = (day: string) =>
  new Date(day).toLocaleDateString("en-GB", { timeZone: "UTC", day: "numeric", month: "short" });

function niceTop(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 10)));
  return ([1, 2, 4, 6, 8, 10].find((times) => times * power >= most) ?? 10) * power;
}

function shorten(dollars: number): string {
  if (dollars >= 1_000_000) return `$${round(dollars / 1_000_000)}M`;
  return dollars >= 1_000 ? `$${round(dollars / 1_000)}k` : `$${dollars}`;
}

const round = (value: number) => Math.round(value * 10) / 10;
