import path from 'node:path';
import { format } from 'oxfmt';
import { settingDescriptions } from '#config/setting-kinds.ts';
import { settingsSchema } from '#config/settings.ts';

const root = path.join(import.meta.dirname, '../../../..');

/** The document with the generated table of settings. */
export const OPERATIONS = path.join(root, 'docs/operations.md');

const TABLE = /(<!-- settings:.*-->\n)[^]*?(<!-- \/settings -->)/;

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`);

const settingsTable = (): string => {
  const rows = Object.entries(settingsSchema.shape).map(([name, schema]) => {
    const { help = '', expected = '', fallback = '' } = settingDescriptions.get(schema) ?? {};
    return `| \`${name}\` | ${cell(help)} | ${cell(expected)} | ${cell(fallback)} |`;
  });
  return ['| Name | What for | Expected | Default |', '| --- | --- | --- | --- |', ...rows].join(
    '\n',
  );
};

/** The document with the current table, formatted as the repository's checks require. */
export const withSettingsTable = async (document: string): Promise<string> => {
  const filled = document.replace(
    TABLE,
    (_, begin: string, end: string) => `${begin}\n${settingsTable()}\n\n${end}`,
  );
  return (await format('operations.md', filled)).code;
};
