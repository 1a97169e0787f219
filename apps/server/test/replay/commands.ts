import type { ReplayResponse, ReplayRequest } from './exchange.ts';
import type { Fault } from './fault.ts';
import type { Shelf } from './shelf.ts';

const HELP = `Expected one of
  /_control/price?item=…&amount=…      (minor units)
  /_control/remove?item=…
  /_control/fault?kind=…&times=…       (kinds: status with &status=…, reset, truncated-gzip, endless, silent)
`;

const parseError = (parameters: URLSearchParams): Fault | null => {
  const kind = parameters.get('kind');
  switch (kind) {
    case 'status': {
      const status = Number(parameters.get('status') ?? 500);
      return status >= 400 && status <= 599 ? { kind, status } : null;
    }
    case 'reset':
    case 'truncated-gzip':
    case 'endless':
    case 'silent':
      return { kind };
    default:
      return null;
  }
};

/** Executes a command of the user of a replay server. */
export const obey = (
  { method, url }: ReplayRequest,
  shelf: Shelf,
  misbehave: (error: Fault, when: { readonly times: number }) => void,
): ReplayResponse => {
  const { pathname, searchParams } = url;
  const numberOf = (name: string): number => Number(searchParams.get(name) ?? Number.NaN);
  const item = numberOf('item');
  const amount = numberOf('amount');
  const error = parseError(searchParams);
  if (method !== 'POST') return { status: 405, body: HELP };
  if (pathname === '/_control/fault' && error !== null)
    misbehave(error, { times: numberOf('times') || 1 });
  else if (pathname === '/_control/remove' && shelf.items.includes(item)) shelf.remove(item);
  else if (pathname === '/_control/price' && shelf.items.includes(item) && amount > 0)
    shelf.changePrice(item, amount);
  else return { status: 400, body: HELP };
  return { status: 200, body: 'done\n' };
};
