import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../apps/web/src/core/language/texts', import.meta.url));

const readArea = (file: string): readonly (readonly [string, string])[] => {
  const texts: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return Object.entries(texts ?? {}).map(([key, text]) => [key, String(text)]);
};

/** Returns the texts of a language by key, with their placeholders unfilled. */
export const readTexts = (language: 'bg' | 'en'): ((key: string) => string) => {
  const areas = readdirSync(path.join(folder, language));
  const texts = new Map(areas.flatMap((file) => readArea(path.join(folder, language, file))));
  return (key) => {
    const text = texts.get(key);
    if (text === undefined) throw new Error(`The catalogue has no text "${key}"`);
    return text;
  };
};
