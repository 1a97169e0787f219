import { listDeals } from '@izgodno/contract/search/calls';
import { afterEach, expect, test } from 'vitest';
import { takePreloadedResponse } from './preloaded-response.ts';

const facets = {
  category: [],
  source: [],
  group: [],
  condition: [],
  location: [],
  offer: [],
  rooms: [],
  area: [],
  price: [],
};
const response = { success: true, items: [], total: 7, facets, nextCursor: null };

const arriveWith = (content: object): void => {
  const element = document.createElement('script');
  element.type = 'application/json';
  element.id = 'first-answer';
  element.textContent = JSON.stringify(content);
  document.body.append(element);
};

afterEach(() => document.getElementById('first-answer')?.remove());

const take = () =>
  takePreloadedResponse(listDeals, { query: { q: 'а b', category: ['food', 'sports'] } });

test('the preloaded response is used once, for the call it belongs to', () => {
  arriveWith({ call: '/api/deals?q=%D0%B0+b&category=food&category=sports', answer: response });
  expect(takePreloadedResponse(listDeals, { query: { category: [], q: 'а b' } })).toBeUndefined();
  expect(take()).toMatchObject({ total: 7 });
  expect(take()).toBeUndefined();
});

test('ignores a preloaded response that does not match the contract', () => {
  arriveWith({ call: '/api/deals', answer: { success: true } });
  expect(takePreloadedResponse(listDeals, { query: {} })).toBeUndefined();
});

test('without a preloaded response the call goes to the server', () => {
  expect(takePreloadedResponse(listDeals, { query: {} })).toBeUndefined();
});
