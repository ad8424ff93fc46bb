import { describe, expect, test } from 'vitest';
import { breach, findArchitectureProblems, findCycles, findVitest } from './import-rules.ts';

describe('the architecture', () => {
  test('holds in the whole tree', async () => {
    expect(await findArchitectureProblems(new URL('..', import.meta.url))).toEqual([]);
  });

  test.each([
    ['src/domain/quote.ts', 'src/contract/errors.ts'],
    ['content/event.ts', 'src/server/settings.ts'],
    ['src/contract/orders.ts', 'src/server/errors.ts'],
    ['src/web/ui/button.tsx', 'src/web/use-sale.ts'],
    ['src/web/checkout/checkout-page.tsx', 'src/web/register/register-page.tsx'],
    ['src/web/order/success-page.tsx', 'src/server/orders/get-order.ts'],
    ['src/server/db/seed.ts', 'src/server/orders/get-order.ts'],
    ['src/server/capacity/take-seats.ts', 'src/server/orders/get-order.ts'],
    ['src/server/orders/get-order.ts', 'src/server/app.ts'],
    ['src/server/orders/get-order.ts', 'sandbox/clock.ts'],
    ['sandbox/stripe/sessions.ts', 'src/domain/money.ts'],
    ['src/server/payments/settle.ts', 'src/server/checkout/start-checkout.ts'],
    ['src/server/new-folder/a.ts', 'src/server/db/tables.ts'],
    ['src/server/orders/get-order.ts', 'src/server/new-folder/a.ts'],
    ['src/web/new-folder/a.ts', 'src/domain/money.ts'],
    ['src/web/order/success-page.tsx', 'src/web/new-folder/a.ts'],
    ['src/web/use-sale.ts', 'src/web/order/success-page.tsx'],
    ['src/new-root/a.ts', 'src/domain/money.ts'],
  ])('refuses that %s imports %s', (from, to) => {
    expect(breach({ from, to })).toContain(`${from} imports ${to}`);
  });

  test('finds a cycle and names it', () => {
    const imports = [
      { from: 'a.ts', to: 'b.ts' },
      { from: 'b.ts', to: 'c.ts' },
      { from: 'c.ts', to: 'a.ts' },
    ];
    expect(findCycles(imports)).toEqual(['import cycle: a.ts → b.ts → c.ts → a.ts']);
  });

  test('refuses Vitest in a program, and names the way to it', () => {
    const imports = [
      { from: 'bench.ts', to: 'phone.ts' },
      { from: 'phone.ts', to: 'vitest' },
      { from: 'other.ts', to: 'vitest' },
    ];
    expect(findVitest('bench.ts', imports)).toEqual(['a program uses Vitest: bench.ts → phone.ts → vitest']);
    expect(findVitest('bench.ts', imports.toSpliced(1, 1))).toEqual([]);
  });
});
