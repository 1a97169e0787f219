import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { motifs } from './motifs.ts';
import { drawImage } from './image.ts';

const MAX_BYTES = 4_096;

/** The names of all elements and attributes; throws if the text is not well-formed. */
const namesIn = (xml: string): readonly string[] => {
  const names: string[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    names.push(name, ...Object.keys(attributes));
  });
  parser.write(xml).close();
  return names;
};

describe.each([...motifs().keys()])('image of a %s', (motif) => {
  test.each([0, 1, 2, 3, 39_999])('number %i is a small, well-formed, passive SVG', (seed) => {
    const image = drawImage(motif, seed) ?? '';
    expect(Buffer.byteLength(image)).toBeLessThan(MAX_BYTES);
    expect(image).not.toMatch(/undefined|NaN/);
    const names = namesIn(image);
    expect(names[0]).toBe('svg');
    expect(names.filter((name) => /script|href|foreignObject|image|^on/i.test(name))).toEqual([]);
  });
});

test('a number always draws the same image, another number another one', () => {
  expect(drawImage('bicycle', 8)).toBe(drawImage('bicycle', 8));
  const drawn = new Set(Array.from({ length: 40 }, (_, seed) => drawImage('bicycle', seed)));
  expect(drawn.size).toBeGreaterThan(30);
});
