/** Prometheus' text format. Labels hold routes, states and days; nothing of a person. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Family {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly samples: readonly Sample[];
}

export const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export function writeFamilies(families: readonly Family[]): string {
  const lines = families
    .filter(({ samples }) => samples.length > 0)
    .flatMap(({ name, type, help, samples }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...samples.map(writeSample),
    ]);
  return `${lines.join('\n')}\n`;
}

export function gauge(name: string, help: string, value: number): Family {
  return { name, type: 'gauge', help, samples: [{ name, labels: {}, value }] };
}

function writeSample({ name, labels, value }: Sample): string {
  const written = Object.entries(labels).map(([key, text]) => `${key}="${escapeLabel(text)}"`);
  return `${name}${written.length > 0 ? `{${written.join(',')}}` : ''} ${value}`;
}

function escapeLabel(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
