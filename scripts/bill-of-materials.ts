import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Contrib, Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';
import { readShipped, root, type Shipped, type ShippedPackage } from './shipped-packages.ts';

// A bill of materials (CycloneDX 1.6) of everything from the registry that the product ships, made
// from the lock file alone: the same lock file gives the same bytes. `npm run sbom` writes it.

const licences = new Contrib.License.Factories.LicenseFactory((expression) => {
  // Throws for an invalid expression, as the library expects.
  if (!/^[\w.()+ -]+$/.test(expression)) throw new RangeError(`No SPDX expression: ${expression}`);
});

const purlOf = ({ name, version }: ShippedPackage): string =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`;

const asComponent = (shipped: ShippedPackage): Models.Component => {
  const [group, name] = shipped.name.startsWith('@') ? shipped.name.split('/') : [];
  const component = new Models.Component(Enums.ComponentType.Library, name ?? shipped.name, {
    bomRef: shipped.folder,
    version: shipped.version,
    purl: purlOf(shipped),
    scope: shipped.isForOnePlatform ? Enums.ComponentScope.Optional : Enums.ComponentScope.Required,
    ...(group === undefined ? {} : { group }),
  });
  if (shipped.license !== undefined)
    component.licenses.add(licences.makeFromString(shipped.license));
  const [algorithm, digest = ''] = shipped.integrity?.split('-') ?? [];
  if (algorithm === 'sha512')
    component.hashes.set(
      Enums.HashAlgorithm['SHA-512'],
      Buffer.from(digest, 'base64').toString('hex'),
    );
  return component;
};

/** A UUID derived from the content, so that equal contents have equal numbers. */
const serialNumberOf = (shipped: Shipped): string => {
  const digest = createHash('sha256').update(JSON.stringify(shipped)).digest('hex');
  return `urn:uuid:${digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')}`;
};

export const writeBillOfMaterials = (shipped: Shipped): string => {
  const components = new Map(shipped.packages.map((it) => [it.folder, asComponent(it)]));
  const product = new Models.Component(Enums.ComponentType.Application, 'izgodno', {
    bomRef: 'izgodno',
    version: shipped.version,
  });
  const link = (from: Models.Component | undefined, needs: readonly string[]): void => {
    for (const folder of needs) {
      const needed = components.get(folder);
      if (needed !== undefined) from?.dependencies.add(needed.bomRef);
    }
  };
  link(product, shipped.direct);
  for (const { folder, needs } of shipped.packages) link(components.get(folder), needs);

  const bom = new Models.Bom({ serialNumber: serialNumberOf(shipped) });
  bom.metadata.component = product;
  for (const component of components.values()) bom.components.add(component);
  const serializer = new Serialize.JsonSerializer(
    new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6),
  );
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
};

if (import.meta.main) {
  const file = path.join(root, 'sbom.cdx.json');
  writeFileSync(file, writeBillOfMaterials(readShipped()));
  console.log(`Written: ${file}`);
}
