import { callsByName } from '../contract-calls.ts';
import { accountChanges } from './account-changes.ts';
import { changes } from './changes.ts';
import { makes } from './makes.ts';
import { reads } from './reads.ts';
import type { Step } from './steps.ts';

/** Makes things, then changes and ends them. */
export const changingSteps: readonly Step[] = [...makes, ...changes, ...accountChanges];
const made = new Set(changingSteps.map(([name]) => name));

/** After those of `makes`: every other call of the contract, and then what changes or ends things. */
export const laterSteps: readonly Step[] = [
  ...callsByName.filter(([name]) => !made.has(name)).map(([name]): Step => [name, reads[name]]),
  ...changes,
  ...accountChanges,
];
