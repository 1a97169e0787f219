import type { Call } from './call.ts';
import { parseUntrusted } from './parse-untrusted.ts';

/** Whether a request of the call needs a body, because a field of it is necessary. */
export const needsBody = ({ body }: Call): boolean =>
  body !== undefined && !parseUntrusted(body, {}).success;
