import type { listRegistrations } from '#contract/registrations.ts';
import type { ParsedOf } from '#contract/route.ts';

export type ListedRegistration = ParsedOf<typeof listRegistrations.response>[number];
