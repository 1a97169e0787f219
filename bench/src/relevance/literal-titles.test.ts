import { describe, expect, it } from 'vitest';
import { createDemoSearch, demoHits, type DemoResult } from './demo-search.ts';

const search = createDemoSearch();
const titlesOf = ({ found }: DemoResult): readonly string[] => found.map(({ title }) => title);

/** All of them take five seconds. */
const EVERY_NTH_TITLE = 3;

/** Commas separate alternatives, of which those that are sold out come last. */
const mayBeBelow = (title: string): boolean =>
  title.includes(', ') && demoHits.every((deal) => deal.title !== title || !deal.inStock);

describe('the title of a deal, word for word', () => {
  it('finds the deal among the first', async () => {
    const titles = [...new Set(demoHits.map(({ title }) => title))].filter(
      (title, at) => at % EVERY_NTH_TITLE === 0 && !mayBeBelow(title),
    );
    const missing: string[] = [];
    for (const title of titles)
      if (!titlesOf(await search(title)).includes(title)) missing.push(title);
    expect(titles.length).toBeGreaterThan(500);
    expect(missing).toEqual([]);
  });

  it.each([
    // The case of tools is no suitcase.
    ['куфар с инструменти', 'Куфар с инструменти Майстор 108 части'],
    // Booking is no book.
    ['early booking', 'Summer early booking: Halkidiki from Burgas'],
    // The departure is a filter.
    ['Summer early booking: Halkidiki from Burgas', 'Summer early booking: Halkidiki from Burgas'],
    // The car is no motorbike.
    ['Astra Motor 2017', 'Astra Motor 2017 бензин – първи собственик'],
    ['Astra Motor 2017 бензин – нов внос', 'Astra Motor 2017 бензин – нов внос'],
    // The notebook is no slime.
    ['slim velaro', 'Slim Velaro 14" notebook with 8 GB of memory'],
    ['метална количка', 'Метална количка 1:24'],
    ['Book: A Garden without a Fence, new edition', 'Book: A Garden without a Fence, new edition'],
  ])('%s finds %s, leaves nothing out, and names no other product', async (text, title) => {
    const result = await search(text);
    expect(titlesOf(result)).toContain(title);
    expect(result.understood?.relaxed).toEqual([]);
    expect(result.understood?.named.map(({ value }) => value)).not.toContain('slime');
  });

  it('stays the answer when only the price is left out', async () => {
    const { found, understood } = await search('куфар с инструменти до 1 лв');
    expect(new Set(found.map(({ family }) => family))).toEqual(new Set(['toolbox']));
    expect(understood?.relaxed).toEqual([{ name: 'price' }]);
    expect(understood?.named).toEqual([]);
  });

  it('is not found in a description if it is one product', async () => {
    expect((await search('air conditioner')).total).toBe(0);
  });
});
