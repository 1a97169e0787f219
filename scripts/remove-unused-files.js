import {
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

// Removes what packages bring but the product never reads, after each `npm ci`. It is JavaScript,
// because the Node that runs npm may be too old for TypeScript.

const root = path.resolve(import.meta.dirname, '..');
const modules = path.join(root, 'node_modules');
const nodes = Object.keys(
  JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).optionalDependencies,
);

/** Removes the C++ headers of Node (67 MB), and the tables of countries that another one contains (8 MB). */
const removeLargeParts = () => {
  const countries = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country';
  for (const part of [
    ...nodes.flatMap((node) => [`${node}/include`, `${node}/share`]),
    `${countries}-ipv4.mmdb`,
    `${countries}-ipv6.mmdb`,
  ])
    rmSync(path.join(modules, part), { recursive: true, force: true });
};

/** What has to stay with the code. */
const licence = /licen[cs]e|notice|copying|copyright/i;

/** Declarations, sources that Node compiles in no package, maps, documents, C and its libraries. */
const unusedFile = /\.(?:[cm]?ts|flow|map|md|ya?ml|tsbuildinfo|cc?|h|a)$/;

/** What no server reads, by paths that begin with the package's name. */
const unusedParts = [
  /^(?:@[^/]+\/)?[^@/]+\/(?:.+\/)?(?:tests?|__tests__|docs|examples?|bench|benchmarks?|\.github)$/,
  // Builds for browsers, and for other loaders than the one that the server's imports reach.
  /^@opentelemetry\/api\/build\/esnext$/,
  /^@zxcvbn-ts\/[^/]+\/(?:src|dist\/(?:.+\.mjs|zxcvbn-ts\.js))$/,
  /^@fastify\/swagger-ui\/static\/swagger-ui\.js$/,
  /^luxon\/(?:src|build\/(?:amd|cjs-browser|global))$/,
  /^node-pg-migrate\/dist\/legacy$/,
  /^nodemailer\/dist\/cjs$/,
  /^tsyringe\/dist\/esm(?:5|2015)$/,
  /^yaml\/browser$/,
  // The compiler of migrations in TypeScript; those of the product are SQL.
  /^jiti\/dist\/babel\.cjs$/,
  // Weights of the font of link previews, which are drawn in one.
  /^@expo-google-fonts\/manrope\/[2-7]00/,
];

const isUnusedOnServer = (entry, inPackage) =>
  unusedParts.some((part) => part.test(inPackage)) ||
  (!entry.isDirectory() && unusedFile.test(entry.name));

/** Maps (89 MB) from the built code of packages to their sources: only who debugs those needs them. */
const isUnusedInDevelopment = (entry) => !entry.isDirectory() && entry.name.endsWith('.map');

/** Removes what is unused in a folder, whose path begins with a package's name, and what that empties. */
const removeUnused = (folder, name, isUnused) => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    const inPackage = entry.name === 'node_modules' ? '' : path.posix.join(name, entry.name);
    if (isUnused(entry, inPackage) && !licence.test(inPackage)) rmSync(file, { recursive: true });
    // Links lead to the workspaces.
    else if (entry.isDirectory()) removeUnused(file, inPackage, isUnused);
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder);
};

/** Where a 64-bit ELF file has its two tables, and an entry of the first the place of a segment. */
const elf = { segments: 32, sections: 40, entrySize: 54, entries: 56, sectionCount: 60 };
const segment = { offset: 8, size: 32 };

/**
 * Cuts off what follows the last segment of a program for Linux: the symbols and debugging
 * information (33 MB of Node), which are never loaded. Stack traces are the same without them.
 */
const stripProgram = (file) => {
  const program = readFileSync(file);
  // ELF, 64 bits, little-endian.
  if (program.toString('latin1', 0, 6) !== '\u007fELF\u0002\u0001') return;
  const numberAt = (place) => Number(program.readBigUInt64LE(place));
  const [table, size] = [numberAt(elf.segments), program.readUInt16LE(elf.entrySize)];
  const ends = Array.from({ length: program.readUInt16LE(elf.entries) }, (_, index) => {
    const entry = table + index * size;
    return numberAt(entry + segment.offset) + numberAt(entry + segment.size);
  });
  program.writeBigUInt64LE(0n, elf.sections);
  // The count of sections, and which of them holds their names.
  program.writeUInt32LE(0, elf.sectionCount);
  // By another name first, because it may be the program that runs this.
  writeFileSync(`${file}.new`, program.subarray(0, Math.max(...ends)), { mode: 0o755 });
  renameSync(`${file}.new`, file);
};

removeLargeParts();
const { npm_config_omit: omitted = '', NODE_ENV } = process.env;
const isForServer = NODE_ENV === 'production' || omitted.split(/\s+/).includes('dev');
removeUnused(modules, '', isForServer ? isUnusedOnServer : isUnusedInDevelopment);
if (isForServer) {
  for (const node of nodes) {
    const program = path.join(modules, node, 'bin/node');
    if (existsSync(program)) stripProgram(program);
  }
}
