import { afterEach, beforeEach, vi } from 'vitest';
import type { DoorEngine, DoorState, DoorVerdict, Person, Team } from '#web/door/engine/door-engine.ts';
import { isViewOver, type View } from '#web/door/screens/use-views.ts';
import { createVerdictFlow, isSameKey, type VerdictFlow } from '#web/door/screens/verdict-flow.ts';
import type { Signal } from '#web/scanning/signals.ts';

export const ada: Person = {
  key: { registration: 7 },
  firstName: 'Ada',
  lastName: 'Sample',
  organization: null,
  packageLabel: 'Conference',
  track: null,
  number: 'DSS000042',
  order: 42,
  shortCode: 'K7QX',
  isTeam: false,
  teamSize: 1,
  teamIn: 0,
  freeSeats: 0,
};
export const bert = { ...ada, key: { registration: 8 }, firstName: 'Bert' };
const team = { organization: 'Sample School', isTeam: true, teamSize: 5, teamIn: 1 };
export const cleo = { ...ada, ...team, key: { registration: 9 }, firstName: 'Cleo' };
export const dora = { ...ada, ...team, key: { registration: 10 }, firstName: 'Dora' };

const IN = { kind: 'already_in', at: 0, door: null, by: 'Jo', others: [] } as const;
export const VERDICTS: Record<string, DoorVerdict> = {
  ADA: { kind: 'admit', person: ada },
  BERT: { kind: 'admit', person: bert },
  CLEO: { kind: 'admit', person: cleo },
  LAST: { kind: 'admit', person: { ...cleo, teamIn: 4 } },
  IN: { ...IN, person: dora, isOwn: false, scan: 'theirs' },
  MINE: { ...IN, person: ada, isOwn: true, scan: 'mine' },
  OLD: { kind: 'replaced', person: bert, at: new Date(0), because: 'given_away' },
  NOBODY: { kind: 'unknown', syncedAt: null, today: '2025-09-20', wasAsked: true },
};

interface FlowStage {
  verdicts: typeof VERDICTS;
  calls: string[];
  signals: Signal[];
  engine: DoorEngine;
  flow: VerdictFlow;
  /** The next admission's error. */
  failure: Error | null;
  role: 'steward' | 'supervisor';
  practice: boolean;
  /** Another door has admitted everybody, too. */
  isStillIn: boolean;
  headline(): string | null;
  isOver(view: View): boolean;
  /** The ticket stays in front of the camera for four seconds. */
  keepSeeing(code: string): Promise<void>;
}

/** After this long, a code counts as new. */
export const OUT_OF_VIEW_MS = 2_500;

export const settle = () => vi.advanceTimersByTimeAsync(0);

/** For each test, a new flow of verdicts with an engine that records what it is told, and a clock that stands still. */
export function setFlow(): FlowStage {
  const stage = {
    headline: () => stage.flow.state().shown?.face.headline ?? null,
    isOver(view) {
      const { shown, question } = stage.flow.state();
      return isViewOver(view, shown, question && stage.engine.team(question.person.order));
    },
    async keepSeeing(code) {
      for (let frame = 0; frame < 100; frame += 1) {
        stage.flow.seeCode(code);
        await vi.advanceTimersByTimeAsync(40);
      }
    },
  } as FlowStage;
  beforeEach(() => {
    vi.useFakeTimers();
    const engine = engineOf(stage) as DoorEngine;
    Object.assign(stage, { verdicts: { ...VERDICTS }, calls: [], signals: [], engine });
    Object.assign(stage, { failure: null, role: 'steward', practice: false, isStillIn: false });
    stage.flow = createVerdictFlow(engine, (signal) => stage.signals.push(signal));
  });
  afterEach(() => vi.useRealTimers());
  return stage;
}

function engineOf(stage: FlowStage): Partial<DoorEngine> {
  return {
    state: () => ({ practice: stage.practice, phone: { role: stage.role } }) as DoorState,
    judge: async (text) => stage.verdicts[text]!,
    judgePerson: (key) => ({
      kind: 'admit',
      person: [ada, bert, cleo, dora].find((one) => isSameKey(one.key, key))!,
    }),
    admit: async (keys, method) => {
      if (stage.failure) throw stage.failure;
      stage.calls.push(`admit ${JSON.stringify(keys)} ${method}`);
      return keys.map((key) => `scan of ${'seat' in key ? key.seat : key.registration}`);
    },
    isAdmitted: () => stage.isStillIn,
    undo: async (id) => void stage.calls.push(`undo ${id}`),
    team: () => ({ organization: 'Sample School', number: 'DSS000042', size: 5, in: 2 }) as Team,
  };
}
