import type { ReplayAnswer } from './exchange.ts';

export const jsonAnswer = (value: unknown, status = 200): ReplayAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});
