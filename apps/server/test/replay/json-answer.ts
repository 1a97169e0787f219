import type { ReplayResponse } from './exchange.ts';

export const jsonResponse = (value: unknown, status = 200): ReplayResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});
