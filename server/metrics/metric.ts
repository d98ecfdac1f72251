// Numbers as Prometheus reads them: text, one line a sample, all of a name together.

export type Sample = { labels?: Record<string, string>; value: number; suffix?: string };
export type Metric = {
  name: string;
  help: string;
  type: "counter" | "gauge" | "histogram";
  samples: Sample[];
};

export const textType = "text/plain; version=0.0.4; charset=utf-8";

/** Of several processes: what has one name stands together, whoever counted it. */
export function writeMetrics(metrics: readonly Metric[]): string {
  const byName = Map.groupBy(metrics, ({ name }) => name);
  const lines = [...byName].flatMap(([name, same]) => [
    `# HELP ${name} ${same[0]?.help}`,
    `# TYPE ${name} ${same[0]?.type}`,
    ...same.flatMap(({ samples }) => samples.map((sample) => lineOf(name, sample))),
  ]);
  return `${lines.join("\n")}\n`;
}

function lineOf(name: string, { labels = {}, value, suffix = "" }: Sample): string {
  const words = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  return `${name}${suffix}${words.length > 0 ? `{${words.join(",")}}` : ""} ${value}`;
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}

/** Says of each sample which process counted it. */
export function labelled(metrics: readonly Metric[], process: string): Metric[] {
  return metrics.map((metric) => ({
    ...metric,
    samples: metric.samples.map((sample) => ({ ...sample, labels: { process, ...sample.labels } })),
  }));
}
