import { expect, test } from 'vitest';
import { allowsUrl, parseRobotRules } from './robot-rules.ts';

const allows = (text: string, path: string): boolean =>
  allowsUrl(parseRobotRules(text, 'izgodno'), new URL(path, 'https://shop.example.bg'));

const toAll = (...rules: readonly string[]): string => ['User-agent: *', ...rules].join('\n');

test.each([
  ['no rule', '', '/a', true],
  ['a rule of no group', 'Disallow: /', '/a', true],
  ['an empty rule', toAll('Disallow:'), '/a', true],
  ['the beginning of a path', toAll('Disallow: /a'), '/ab', false],
  ['another path', toAll('Disallow: /a'), '/b', true],
  ['letters of another case', toAll('Disallow: /A'), '/a', true],
  ['a comment', toAll('Disallow: /a # not for robots', '# Disallow: /b'), '/b', true],
  ['a rule before a comment', toAll('Disallow: /a # not for robots'), '/a', false],
  ['lines that end with CR LF', toAll('Allow: /a\r\nDisallow: /\r\n'), '/b', false],
  ['the longer rule', toAll('Allow: /a/b', 'Disallow: /a'), '/a/b', true],
  ['the longer rule, written first', toAll('Disallow: /a/b', 'Allow: /a'), '/a/b', false],
  ['two equally long rules', toAll('Allow: /a', 'Disallow: /a'), '/a', true],
  ['two equally long rules, the other way round', toAll('Disallow: /a', 'Allow: /a'), '/a', true],
  ['any text', toAll('Disallow: /*.pdf'), '/a/b.pdf?c', false],
  ['any text, also none', toAll('Disallow: /a*b'), '/ab', false],
  ['any text at a second place', toAll('Disallow: /*a*bc'), '/xaybbc', false],
  ['the end', toAll('Disallow: /*.pdf$'), '/a.pdf', false],
  ['the end, only after a repetition', toAll('Disallow: /*.pdf$'), '/a.pdf.pdf', false],
  ['more than the end', toAll('Disallow: /*.pdf$'), '/a.pdf?b', true],
  ['a dollar elsewhere', toAll('Disallow: /a$b'), '/a$b', false],
  ['a parameter', toAll('Disallow: /*?sort='), '/a?sort=price', false],
  ['letters that a URL encodes', toAll('Disallow: /чанти'), '/чанти/1', false],
  ['encoded letters in lower case', toAll('Disallow: /%d1%87'), '/ч', false],
  ['letters encoded without need', toAll('Disallow: /%7Ejoe/%61'), '/~joe/a', false],
  ['an encoded slash, which is none', toAll('Disallow: /a%2fb'), '/a/b', true],
  ['an encoded per cent', toAll('Disallow: /a%25b'), '/a%25b', false],
] as const)('%s', (_, text, path, allowed) => {
  expect(allows(text, path)).toBe(allowed);
});

const others = 'User-agent: *\nDisallow: /';

test.each([
  ['our group', `${others}\nUser-agent: Izgodno\nDisallow: /b`, true],
  ['our group without a rule', `User-agent: izgodno/1.0\nDisallow:\n${others}`, true],
  ['another group', `User-agent: Izgodnost\nDisallow: /`, true],
  ['a group of several', `User-agent: a\nUser-agent: Izgodno\nDisallow: /\n${others}`, false],
  ['a group that others follow', `User-agent: Izgodno\nDisallow: /b\n${others}`, true],
  ['two groups of ours', 'user-agent: izgodno\nallow: /b\nuser-agent: izgodno\ndisallow: /', false],
  ['a group across a site map', `User-agent: izgodno\nSitemap: /s\n${others}`, false],
] as const)('%s', (_, text, allowed) => {
  expect(allows(text, '/a')).toBe(allowed);
});

test.each([
  ['2.5', 2.5],
  ['soon', 0],
])('the delay of %s', (delay, seconds) => {
  expect(parseRobotRules(toAll(`Crawl-delay: ${delay}`), 'izgodno').crawlDelay).toBe(seconds);
});

test('more rules than are kept forbid everything, unless they are for other robots', () => {
  const many = toAll(...Array<string>(10_000).fill('Allow: /any/'));
  expect(allows(many, '/a')).toBe(false);
  expect(allows(`${many}\nUser-agent: izgodno\nAllow: /`, '/a')).toBe(true);
});

test('a pattern that takes too long to compare forbids the URL', () => {
  const pattern = `/*${'a'.repeat(20_000)}b`;
  expect(allows(toAll(`Disallow: ${pattern}`), `/${'a'.repeat(1_000)}`)).toBe(true);
  expect(allows(toAll(`Disallow: ${pattern}`), `/${'a'.repeat(100_000)}`)).toBe(false);
});
