import { readFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

// Removes what packages bring but the product never reads, after each `npm ci`. It is JavaScript,
// because the Node that runs npm may be too old for TypeScript.

const root = path.resolve(import.meta.dirname, '..');
const modules = path.join(root, 'node_modules');

/** Removes the C++ headers of Node (67 MB), and the tables of countries that another one contains (8 MB). */
const removeLargeParts = () => {
  const { optionalDependencies } = JSON.parse(
    readFileSync(path.join(root, 'package.json'), 'utf8'),
  );
  const countries = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country';
  for (const part of [
    ...Object.keys(optionalDependencies).flatMap((node) => [`${node}/include`, `${node}/share`]),
    `${countries}-ipv4.mmdb`,
    `${countries}-ipv6.mmdb`,
  ])
    rmSync(path.join(modules, part), { recursive: true, force: true });
};

/** Removes type declarations and source maps (44 MB), which only development reads. */
const removeDeclarations = (folder) => {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    // Links lead to the workspaces.
    if (entry.isDirectory()) removeDeclarations(file);
    else if (entry.isFile() && /\.(?:map|d\.[cm]?ts)$/.test(entry.name)) rmSync(file);
  }
};

removeLargeParts();
const { npm_config_omit: omitted = '', NODE_ENV } = process.env;
if (NODE_ENV === 'production' || omitted.split(/\s+/).includes('dev')) removeDeclarations(modules);
