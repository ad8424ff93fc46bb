/** The tasks with which phones' messages begin. */
const TASKS = ['Register', 'Unregister', 'Get serial #s', 'Get pass', 'Web service'];

/**
 * Summarizes phones' reports without quoting them: their messages contain serials, device ids and tokens, and anybody
 * can send one. Null if there is nothing.
 */
export function describeLogs(
  logs: unknown,
): { messages: number; tasks: string[]; statuses: number[] } | null {
  if (!Array.isArray(logs)) return null;
  const texts = logs.filter((one): one is string => typeof one === 'string');
  if (texts.length === 0) return null;
  const tasks = TASKS.filter((task) => texts.some((text) => text.toLowerCase().includes(task.toLowerCase())));
  const statuses = texts.flatMap((text) => {
    const [, status] = /response code:? (\d{3})\b/i.exec(text) ?? [];
    return status ? [Number(status)] : [];
  });
  return { messages: texts.length, tasks, statuses: [...new Set(statuses)] };
}
