import { Gauge, type Registry } from 'prom-client';

export type Values = readonly {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}[];

/** Adds a gauge whose values are read at each scrape. Labels contain states and days, never personal data. */
export function tellGauge(registry: Registry, name: string, help: string, told: number | Values): void {
  const values = typeof told === 'number' ? [{ labels: {}, value: told }] : told;
  const [first] = values;
  if (!first) return;
  const gauge = new Gauge({ name, help, labelNames: Object.keys(first.labels), registers: [registry] });
  for (const { labels, value } of values) gauge.set(labels, value);
}
