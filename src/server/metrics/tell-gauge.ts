import { Gauge, type Registry } from 'prom-client';

export type Values = readonly {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}[];

/** Adds a gauge with its values of this moment. Labels hold states and days; nothing of a person. */
export function tellGauge(registry: Registry, name: string, help: string, told: number | Values): void {
  const values = typeof told === 'number' ? [{ labels: {}, value: told }] : told;
  const [first] = values;
  if (!first) return;
  const gauge = new Gauge({ name, help, labelNames: Object.keys(first.labels), registers: [registry] });
  for (const { labels, value } of values) gauge.set(labels, value);
}
