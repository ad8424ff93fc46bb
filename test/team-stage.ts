import { randomUUID } from 'node:crypto';
import type { Team } from '#contract/team.ts';
import { auditRows } from './audit-rows.ts';
import { storePaid } from './buy.ts';
import { teamOfTen } from './factories.ts';
import { answerOf, type Visitor } from './visitor.ts';
import type { World } from './world.ts';

/** A response with its status; a refusal has a code. */
export interface CallResult<T> {
  readonly status: number;
  readonly body: T & { code?: string; message?: string; fields?: Record<string, string> };
}

/** A paid order and its buyer's actions on the team's page. */
export interface BoughtTeam {
  readonly key: string;
  readonly id: number;
  look(): Promise<Team>;
  name(people: readonly object[], more?: object): Promise<CallResult<Team>>;
  change(firstName: string, to: object): Promise<CallResult<Team>>;
  free(firstName: string): Promise<CallResult<Team>>;
  link(more?: object): Promise<CallResult<Team>>;
  withdraw(linkId: string): Promise<CallResult<Team>>;
}

/** Jane's school of ten: Jane, Ada and Bo have names, and seven seats are free. */
export async function buyTeam(
  world: World,
  { body = teamOfTen(), as = world.visitor() }: { body?: unknown; as?: Visitor } = {},
): Promise<BoughtTeam> {
  const { transactionId: key, orderId: id } = await storePaid(world, body);
  const at = `/api/order/${key}/team`;
  const look = async () => (await (await as.get(at)).json()) as Team;
  const find = async (firstName: string) => (await look()).people.find((one) => one.firstName === firstName)!;
  const seenOf = ({ firstName, lastName, email, track }: Team['people'][number]) => {
    return { firstName, lastName, email, track };
  };
  return {
    key,
    id,
    look,
    name: (people, more) => post(as, `${at}/people`, { people, ...more }),
    change: async (firstName, to) => {
      const one = await find(firstName);
      const seen = seenOf(one);
      return post(as, `${at}/people/${one.id}`, { ...seen, ...to, seen });
    },
    free: async (firstName) => {
      const one = await find(firstName);
      return post(as, `${at}/people/${one.id}/free`, { seen: seenOf(one) });
    },
    link: (more) => post(as, `${at}/links`, { id: randomUUID(), forTeam: false, ...more }),
    withdraw: (linkId) => post(as, `${at}/links/${linkId}/withdraw`, {}),
  };
}

export const post = <T>(visitor: Visitor, path: string, body: unknown): Promise<CallResult<T>> =>
  answerOf(visitor.post(path, body));

/** The secret in a link's fragment. */
export const keyIn = (url: string) => new URL(url).hash.slice(1);

export async function actionsOf(world: World, orderId: number): Promise<string[]> {
  return (await auditRows(world, { orderId })).map((row) => row.action);
}
