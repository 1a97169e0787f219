import { parseJson } from '@izgodno/contract/common/parse-json';
import { parseStorable, parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import {
  clientFrameSchema,
  type ClientFrame,
  type CloseReason,
} from '@izgodno/contract/realtime/frames';
import * as z from 'zod/mini';

const typedSchema = z.object({ type: z.string() });

const knownTypes: ReadonlySet<string> = new Set([
  'hello',
  'token',
  'resume',
  'typing',
  'watch',
  'idle',
  'ping',
] satisfies ClientFrame['type'][]);

export type ReadFrame =
  | { readonly frame: ClientFrame }
  | { readonly refused: Extract<CloseReason, 'bad_frame' | 'unknown_frame'> };

/** Parses a client's frame. */
export const readClientFrame = (data: Buffer, isBinary: boolean): ReadFrame => {
  const value = isBinary ? undefined : parseJson(data.toString('utf8'));
  const typed = parseUntrusted(typedSchema, value);
  if (!typed.success) return { refused: 'bad_frame' };
  if (!knownTypes.has(typed.data.type)) return { refused: 'unknown_frame' };
  const parsed = parseStorable(clientFrameSchema, value);
  return parsed.success ? { frame: parsed.data } : { refused: 'bad_frame' };
};
