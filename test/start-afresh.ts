import { vi } from 'vitest';

// Before each file: what the browser loads reads its page when it is imported.
vi.unstubAllGlobals();
vi.resetModules();
