import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import type { FuzzFrame } from './frames.ts';
import { fuzzRequestSchema, type FuzzRequest } from './fuzz-request.ts';

const frameSchema = z.strictObject({
  kind: z.enum(['text', 'binary', 'ping', 'pong']),
  data: z.string(),
});

/** Corrected finds, each with its effect. New ones are added by hand, as a run prints them. */
const corpusSchema = z.strictObject({
  requests: z.array(z.strictObject({ found: z.string(), request: fuzzRequestSchema })),
  frames: z.array(z.strictObject({ found: z.string(), frames: z.array(frameSchema) })),
});

export interface Corpus {
  readonly requests: readonly FuzzRequest[];
  readonly frames: readonly (readonly FuzzFrame[])[];
}

export const readCorpus = async (): Promise<Corpus> => {
  const text = await readFile(new URL('corpus.json', import.meta.url), 'utf8');
  const { requests, frames } = corpusSchema.parse(JSON.parse(text));
  return {
    requests: requests.map(({ request }) => request),
    frames: frames.map((each) => each.frames),
  };
};
