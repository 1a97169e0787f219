import { callsByName } from '../contract-calls.ts';
import { accountChanges } from './account-changes.ts';
import { changes } from './changes.ts';
import { makes } from './makes.ts';
import { reads } from './reads.ts';
import type { Step } from './steps.ts';

const changing = [...changes, ...accountChanges];
const made = new Set([...makes, ...changing].map(([name]) => name));

/** After those of `makes`: every other call of the contract, and then what changes or ends things. */
export const laterSteps: readonly Step[] = [
  ...callsByName.filter(([name]) => !made.has(name)).map(([name]): Step => [name, reads[name]]),
  ...changing,
];
