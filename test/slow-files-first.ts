import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What Vitest doesn't know on a fresh clone, where it goes by a file's size: these wait for processes and clocks. */
const SLOW = [
  'journeys/landing-accessible',
  'journeys/develop',
  'embedded-db/embedded-postgres',
  'failure-modes/survive-a-crash',
  'server/main',
  'jobs/queue',
  'server/start-failures',
];

/** Starts the slowest files first, so that none of them is left over for one worker at the end. */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) =>
      SLOW.some((one) => moduleId.endsWith(`${one}.test.ts`));
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlow), ...sorted.filter((one) => !isSlow(one))];
  }
}
