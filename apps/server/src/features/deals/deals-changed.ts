import * as z from 'zod/mini';
import { defineTopic } from '#platform/bus.ts';

/** Rows of deals have changed. */
export const dealsChanged = defineTopic('deals.changed', z.object({}));
