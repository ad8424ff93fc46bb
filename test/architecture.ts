import { findArchitectureProblems } from './import-rules.ts';

const problems = await findArchitectureProblems(new URL('..', import.meta.url));
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exit(problems.length === 0 ? 0 : 1);
