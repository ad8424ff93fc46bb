import type { listRegistrations } from '#contract/admin.ts';
import type { ParsedOf } from '#contract/route.ts';

export type ListedRegistration = ParsedOf<typeof listRegistrations.response>[number];
