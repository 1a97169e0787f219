import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { languages, type LanguageCode } from '@izgodno/contract/common/language';
import { expectShape } from '@izgodno/contract/common/parse-untrusted';

const manifestSchema = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z._default(z.array(z.string()), []) }),
);

/** Modules that the application loads at run time. */
const modulesOf = (language: LanguageCode) => {
  const catalogue = `src/core/language/texts/${language}`;
  return {
    any: [`${catalogue}.ts`],
    deal: [`${catalogue}.ts`, `${catalogue}/deals.page.json`, 'src/app/pages/deal-page.tsx'],
    // Otherwise they would be loaded one after another: the session, then the form.
    post: [
      `${catalogue}.ts`,
      ...['accounts.session', 'posts.form', 'uploads'].map((area) => `${catalogue}/${area}.json`),
      'src/app/session-layer.tsx',
      'src/features/accounts/require-session.tsx',
      'src/app/pages/post-route.tsx',
    ],
  } as const;
};

/** The first view, as far as it determines what is loaded. */
type FirstShown = keyof ReturnType<typeof modulesOf>;

export interface PageChunks {
  /** Preloads what the first page needs in addition to every page's modules. */
  preloads(language: LanguageCode, page: FirstShown): string;
}

/** Reads the build's manifest; a build without one preloads nothing. */
export const readPageChunks = async (folder: string): Promise<PageChunks> => {
  const text = await readFile(path.join(folder, '.vite', 'manifest.json'), 'utf8').catch(
    () => '{}',
  );
  const manifest = expectShape(manifestSchema, JSON.parse(text));

  const filesOf = (module: string, found: Set<string>): Set<string> => {
    const chunk = manifest[module];
    if (chunk === undefined || found.has(chunk.file)) return found;
    found.add(chunk.file);
    for (const imported of chunk.imports) filesOf(imported, found);
    return found;
  };
  const write = (names: readonly string[]): string => {
    const found = new Set<string>();
    for (const name of names) filesOf(name, found);
    return [...found]
      .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">\n    `)
      .join('');
  };
  const written = new Map(
    languages.map((language) => {
      const { any, deal, post } = modulesOf(language);
      return [language, { any: write(any), deal: write(deal), post: write(post) }] as const;
    }),
  );
  return { preloads: (language, page) => written.get(language)?.[page] ?? '' };
};
