import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '@izgodno/contract/common/any-character.test-data';
import { describeProduct } from './describe-product.ts';
import { readLinkedData } from './json-ld.ts';

const URL_HERE = 'https://shop.example/p/1';

/** What is read of a page whose only data is a product called „Стол“. */
const read = (fields: object) => {
  const data = JSON.stringify({ '@type': 'Product', name: 'Стол', ...fields });
  return describeProduct(`<script type="application/ld+json">${data}</script>`, URL_HERE);
};

const isReadAfter = (body: string): boolean =>
  describeProduct(`${body}<title>Стол</title>`, URL_HERE) !== null;

describe('a page that would take seconds', () => {
  // Each of these pages of four megabytes took half a second or more.
  test.each(['<p>', '</b>', '&a', '<img a b c d>', '<meta name="a" content="b">'])(
    'is read up to a number of tags, attributes and entities: %s',
    (piece) => {
      const filled = (characters: number) => piece.repeat(Math.ceil(characters / piece.length));
      expect(isReadAfter(filled(60_000))).toBe(true);
      expect(isReadAfter(filled(6_000_000))).toBe(false);
    },
  );

  test('is read up to a number of texts, however often it refers to them', () => {
    const long = { '@id': '#long', '@value': 'x'.repeat(50_000) };
    const node = { name: { '@id': '#long' } };
    const data = readLinkedData([JSON.stringify([long, node])]);
    const lengths = Array.from({ length: 1_000 }, () => data.text(node, 'name').length);
    expect(lengths[0]).toBe(50_000);
    expect(lengths.at(-1)).toBe(0);
  });

  // Each of the next two would take minutes.
  test('has no list that is read to its end, however often it is looked at', () => {
    const list = Array.from({ length: 1_000_000 }, () => 'Thing');
    const node = { '@type': list, name: list };
    const data = readLinkedData([]);
    const types = new Set(['Product']);
    const found = Array.from({ length: 50_000 }, () => data.isA(node, types));
    expect(found).not.toContain(true);
    expect(data.text(node, 'name')).toBe('Thing');
  });

  test('has no node whose properties are counted again, however often it is referred to', () => {
    const properties = Array.from({ length: 90_000 }, (_, index) => [`p${index}`, 0] as const);
    const large = { '@id': '#large', '@type': 'Product', ...Object.fromEntries(properties) };
    const reference = { '@id': '#large' };
    const references = Array.from({ length: 9_000 }, () => reference);
    const data = readLinkedData([JSON.stringify([large, references])]);
    const typesOf = (about: unknown) => data.nodes({ about }, 'about').map((node) => node['@type']);
    expect(typesOf(reference)).toEqual(['Product']);
    for (let count = 0; count < 20_000; count += 1) typesOf(large);
    expect(typesOf(large)).toEqual(['Product']);
  });

  test('has no price of thousands of characters', () => {
    const price = `99.${'9'.repeat(5_000)}`;
    expect(read({ offers: { price, priceCurrency: 'EUR' } })).toMatchObject({
      price: null,
    });
  });
});

test('no page makes it throw', () => {
  const pieces = fc.constantFrom(
    '<script type="application/ld+json">',
    '</script>',
    '{',
    '}',
    '"@type":"Product"',
    '"@id":"#a"',
    '"offers":',
    '[',
    ']',
    ',',
    '"name":"x"',
    '<meta property="og:title" content="',
    '">',
    '<title>',
    '</title>',
    '\0',
    '&#0;',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string({ unit: anyCharacter }))), (parts) => {
      const described = describeProduct(parts.join(''), URL_HERE);
      expect(described === null || described.title !== '').toBe(true);
    }),
  );
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const described = read({ offers: value, image: value, brand: value });
      expect(described?.title).toBe('Стол');
    }),
  );
});
