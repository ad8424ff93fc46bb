import { counted } from '#contract/words/counted.ts';
import { fullName } from '#domain/attendee.ts';
import { createRepeatGuard } from '../../scanning/repeat-guard.ts';
import type { Signal } from '../../scanning/signals.ts';
import type {
  DoorEngine,
  DoorState,
  DoorVerdict,
  Person,
  PersonKey,
  ScanMethod,
} from '../engine/door-engine.ts';
import { admitPeople } from './admit-people.ts';
import { teamWords } from './door-words.ts';
import { type Face, faceOf, hasMoreOfTeam, type Outcome, spoken } from './verdict-face.ts';
import { teamToAdmit, type Undoable, undoableOf } from './verdict-offers.ts';

/** How long an admission fills the screen; a refusal stays until the next ticket. */
const ADMITTED_MS = 1_200;
/** How long the last admission can be undone from the scan screen. */
const UNDO_MS = 10_000;
const UNDONE_MS = 3_000;
/** Only a lookup at the server takes this long. */
const CHECKING_AFTER_MS = 150;

export interface Shown {
  /** Different for each verdict, even if the text is the same. */
  readonly id: number;
  readonly face: Face;
  readonly isPractice: boolean;
  /** The person, if somebody else of the team can be admitted. */
  readonly team: Person | null;
  /** Whether looking the person up may help: the seat of a replaced ticket may be somebody else's by now. */
  readonly canFind: boolean;
  /** The admissions that this phone may undo. */
  readonly undoable: Undoable | null;
}

/** A team's ticket: admit this person, or more of the team? */
export interface Question {
  readonly person: Person;
  readonly method: ScanMethod;
  /** The question is only about the others: this person is already admitted, or the ticket was canceled. */
  readonly isIn: boolean;
  /** Whether another ticket was scanned before the question was answered. */
  readonly isPressing: boolean;
}

export interface LastAdmission {
  readonly scans: readonly string[];
  readonly label: string;
  readonly isPractice: boolean;
  readonly isUndone: boolean;
}

export interface FlowState {
  readonly isChecking: boolean;
  readonly shown: Shown | null;
  readonly question: Question | null;
  readonly last: LastAdmission | null;
  /** For screen readers. */
  readonly said: { readonly id: number; readonly text: string; readonly isUrgent: boolean } | null;
}

export type VerdictFlow = ReturnType<typeof createVerdictFlow>;

/** Turns codes and people found by name into screens, one ticket at a time. */
export function createVerdictFlow(engine: DoorEngine, giveSignal: (signal: Signal) => void) {
  let state: FlowState = { isChecking: false, shown: null, question: null, last: null, said: null };
  const listeners = new Set<() => void>();
  let lastId = 0;
  let isNew = createRepeatGuard();
  /** The camera's last ticket, which may still be in view. */
  let lastSeen: string | null = null;
  let working: Promise<void> = Promise.resolve();
  let atWork = 0;
  /** Being stored: a second tap would find the person already admitted. */
  let chosenKey: PersonKey | null = null;
  let answeredFor: PersonKey | null = null;
  let clearing: ReturnType<typeof setTimeout> | undefined;
  let forgetting: ReturnType<typeof setTimeout> | undefined;

  const set = (change: Partial<FlowState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const nextId = () => {
    lastId += 1;
    return lastId;
  };
  const words = (text: string, isUrgent = false) => ({ id: nextId(), text, isUrgent });
  /** One ticket at a time: a handheld scanner may read the next one before this one is stored. */
  const inTurn = (act: () => Promise<void>): Promise<void> => {
    atWork += 1;
    working = working
      .then(act)
      .finally(() => {
        atWork -= 1;
      })
      .catch(() => show({ kind: 'failed', because: 'not_admitted' }));
    return working;
  };

  /** Whether a ticket is being judged, asked about, or shown green. */
  const isBusy = () => atWork > 0 || state.question !== null || state.shown?.face.look === 'go';

  /** During questions, lookups and green screens the camera is paused, but the ticket may stay where it is. */
  const keepInView = () => {
    if (lastSeen !== null) isNew(lastSeen, performance.now());
  };
  const endGreen = () => {
    keepInView();
    set({ shown: null });
  };

  const show = (outcome: Outcome) => {
    const face = faceOf(outcome);
    clearTimeout(clearing);
    if (face.look === 'go') clearing = setTimeout(endGreen, ADMITTED_MS);
    else keepInView();
    giveSignal(face.signal);
    const isPractice = engine.state().practice || outcome.kind === 'practice';
    set({
      isChecking: false,
      question: null,
      shown: {
        id: nextId(),
        face,
        isPractice,
        team: teamToAdmit(outcome, engine),
        canFind: outcome.kind === 'unknown',
        undoable: undoableOf(outcome, engine),
      },
      said: words(isPractice ? `Practice. ${spoken(face)}` : spoken(face), face.look !== 'go'),
    });
  };

  const judge = async (text: string): Promise<DoorVerdict> => {
    const timer = setTimeout(() => set({ isChecking: true, shown: null }), CHECKING_AFTER_MS);
    try {
      return await engine.judge(text);
    } finally {
      clearTimeout(timer);
    }
  };

  /** A new ticket must not replace a question: nobody would learn that the person asked about isn't admitted. */
  const isRefusedByQuestion = (): boolean => {
    if (!state.question) return false;
    giveSignal('bad');
    set({
      isChecking: false,
      question: { ...state.question, isPressing: true },
      said: words('Answer the question first. The new ticket was ignored.', true),
    });
    return true;
  };

  const take = (text: string) => {
    if (!isNew(text, performance.now())) return;
    void inTurn(async () => {
      // A ticket before it in the queue may have asked.
      if (!isRefusedByQuestion()) return decide(await judge(text), 'qr_scan');
      // It is scanned again after the answer, and counts as new then.
      isNew = createRepeatGuard();
    });
  };

  const decide = async (verdict: DoorVerdict, method: ScanMethod) => {
    if (isRefusedByQuestion()) return;
    if (verdict.kind !== 'admit') return show(verdict);
    const { person } = verdict;
    if (hasMoreOfTeam(person, false)) ask({ person, method, isIn: false });
    else await admit([person], method);
  };

  const ask = (question: Omit<Question, 'isPressing'>) => {
    clearTimeout(clearing);
    const { person, isIn } = question;
    const text = `${fullName(person)}. ${teamOf(person) ?? ''}. Admit ${isIn ? 'more of the team' : 'this person, or more of the team'}?`;
    set({ isChecking: false, shown: null, question: { ...question, isPressing: false }, said: words(text) });
  };

  /** `method` is how the first person was found. */
  const admit = async (people: readonly [Person, ...Person[]], method: ScanMethod) => {
    const { scans, admitted, refused } = await admitPeople(engine, people, method);
    const [someone, ...more] = admitted;
    if (someone)
      remember(scans, more.length === 0 ? fullName(someone) : counted(admitted.length, 'person', 'people'));
    // Another door admitted them while the question was open.
    if (refused[0]) show(refused[0]);
    else if (someone)
      show({
        kind: 'admitted',
        people: [someone, ...more],
        team: people[0].isTeam ? teamOf(people[0]) : null,
      });
  };

  const teamOf = (person: Person): string | null => {
    const team = engine.team(person.order);
    return team && teamWords(team);
  };

  const remember = (scans: readonly string[], label: string) => {
    clearTimeout(forgetting);
    forgetting = setTimeout(() => set({ last: null }), UNDO_MS);
    set({ last: { scans, label, isPractice: engine.state().practice, isUndone: false } });
  };

  const undo = (scans: readonly string[], name: string, isPractice: boolean): Promise<void> =>
    inTurn(async () => {
      try {
        for (const scan of scans) await engine.undo(scan);
      } catch {
        return show({ kind: 'failed', because: 'not_undone' });
      }
      // The same ticket may be scanned again: with a handheld scanner at once, by the camera after it was out of view.
      if (lastSeen === null) isNew = createRepeatGuard();
      else if (state.shown?.face.look === 'go') keepInView();
      clearTimeout(clearing);
      clearTimeout(forgetting);
      const isStillIn = !isPractice && scans.some((scan) => engine.isAdmitted(scan));
      forgetting = setTimeout(() => set({ last: null }), isStillIn ? UNDO_MS : UNDONE_MS);
      const label = undoneWords(name, isStillIn);
      set({ shown: null, last: { scans, label, isPractice, isUndone: true }, said: words(label) });
    });

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    state: () => state,

    /** While true, the camera needn't scan, because no ticket is taken. */
    isBusy,

    /** The camera sees a code as long as it is in view, so a code that can't be taken now is seen again. */
    seeCode(text: string): void {
      if (isBusy()) return;
      lastSeen = text;
      take(text);
    },

    /** A handheld scanner sends a code once. */
    typeCode(text: string): void {
      if (isRefusedByQuestion()) return;
      lastSeen = null;
      take(text);
    },

    /** Found by name. */
    choose(key: PersonKey): Promise<void> {
      if (chosenKey && isSameKey(key, chosenKey)) return Promise.resolve();
      chosenKey = key;
      return inTurn(() => decide(engine.judgePerson(key), 'manual_lookup')).finally(() => {
        if (chosenKey === key) chosenKey = null;
      });
    },

    /** Answers the question. */
    admit(chosen: readonly Person[]): Promise<void> {
      const { question } = state;
      if (!question) return Promise.resolve();
      const { key: asked } = question.person;
      if (answeredFor && isSameKey(asked, answeredFor)) return Promise.resolve();
      const isAsked = ({ key }: Person) => isSameKey(key, asked);
      const [first, ...others] = chosen.toSorted((a, b) => Number(isAsked(b)) - Number(isAsked(a)));
      if (!first) return Promise.resolve();
      answeredFor = asked;
      return inTurn(() => admit([first, ...others], isAsked(first) ? question.method : 'party')).finally(
        () => {
          answeredFor = null;
        },
      );
    },

    /** Asks about the others of a team whose scanned person is already admitted, or whose ticket was canceled. */
    askAboutTeam: (person: Person) => ask({ person, method: 'party', isIn: true }),

    dismiss(): void {
      if (isBusy()) keepInView();
      if (state.shown || state.question) set({ shown: null, question: null });
    },

    async undoLast(): Promise<void> {
      const { last } = state;
      if (last && !last.isUndone && mayUndo(last, engine.state())) {
        await undo(last.scans, last.label, last.isPractice);
      }
    },

    /** For somebody already admitted. */
    async undoShown(): Promise<void> {
      const undoable = state.shown?.undoable;
      if (undoable) await undo(undoable.scans, undoable.name, false);
    },
  };
}

export function undoneWords(name: string, isStillIn: boolean): string {
  return `Undone: ${name}${isStillIn ? '. Another door’s admission still counts.' : ''}`;
}

/** In practice mode nothing counts, so nobody can undo what does. */
export function mayUndo(one: { readonly isPractice: boolean }, { practice }: DoorState): boolean {
  return one.isPractice || !practice;
}

export function isSameKey(a: PersonKey, b: PersonKey): boolean {
  return nameOfKey(a) === nameOfKey(b);
}

/** A unique text per key. */
export function nameOfKey(key: PersonKey): string {
  return 'seat' in key ? key.seat : String(key.registration);
}
