import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import * as z from 'zod/mini';
import type { Plugin } from 'vite';

const textsSchema = z.record(z.string(), z.string());

/**
 * Compiles the ICU MessageFormat texts of a language file for the runtime, so that no message
 * parser is sent to the browser. A malformed text fails the build.
 */
export const compileTexts = (): Plugin => ({
  name: 'izgodno:compile-texts',
  enforce: 'pre',
  transform: {
    filter: { id: /\/language\/texts\/\w+\/[\w.-]+\.json$/ },
    handler(source, id) {
      const texts = textsSchema.parse(JSON.parse(source));
      const compiled = Object.fromEntries(
        Object.entries(texts).map(([key, text]) => {
          try {
            return [key, compileMessageOrThrow(text)];
          } catch (cause) {
            throw new Error(`${id}: the text of ${key} is malformed`, { cause });
          }
        }),
      );
      return { code: JSON.stringify(compiled), map: null };
    },
  },
});
