import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** On a fresh clone, Vitest sorts files by size and doesn't know that these take longest. */
const SLOW = [
  'journeys/accessible-desk',
  'journeys/accessible-orders',
  'journeys/landing-accessible',
  'journeys/develop',
  'embedded-db/embedded-postgres',
  'failure-modes/survive-a-crash',
  'server/main',
  'jobs/queue',
  'server/start-failures',
];

/** Starts the slowest files first, so that none is left for a single worker at the end. */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) =>
      SLOW.some((one) => moduleId.endsWith(`${one}.test.ts`));
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlow), ...sorted.filter((one) => !isSlow(one))];
  }
}
