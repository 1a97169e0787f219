import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { pageLanguages, type PageLanguage } from './page-language.ts';

const manifestSchema = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z._default(z.array(z.string()), []) }),
);

/** Modules that the application asks for only once it runs. */
const modulesOf = (language: PageLanguage) => {
  const catalogue = `src/core/language/catalogue/${language}`;
  return {
    any: [`${catalogue}.ts`],
    deal: [
      `${catalogue}.ts`,
      `${catalogue}/deal.json`,
      'src/features/deals/components/deal-page.tsx',
    ],
  };
};

export interface PageChunks {
  /** Preloads what the first page needs beyond what every page names. */
  preloads(language: PageLanguage, page: 'any' | 'deal'): string;
}

/** Reads which files the build has put modules in; a build without a list preloads nothing. */
export const readPageChunks = async (folder: string): Promise<PageChunks> => {
  const text = await readFile(path.join(folder, '.vite', 'manifest.json'), 'utf8').catch(
    () => '{}',
  );
  const manifest = manifestSchema.parse(JSON.parse(text));

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
    pageLanguages.map((language) => {
      const { any, deal } = modulesOf(language);
      return [language, { any: write(any), deal: write(deal) }] as const;
    }),
  );
  return { preloads: (language, page) => written.get(language)?.[page] ?? '' };
};
