import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { networkOf, networkLevelsOf } from './ip-network.ts';

describe('the network of an IP', () => {
  test.for([
    ['203.0.113.5', '203.0.113.5'],
    ['::ffff:203.0.113.5', '203.0.113.5'],
    ['2001:db8:a:b:1:2:3:4', '2001:0db8:000a:000b'],
    ['2001:DB8:A:B::1', '2001:0db8:000a:000b'],
    ['2001:db8::1', '2001:0db8:0000:0000'],
    ['::1', '0000:0000:0000:0000'],
  ] as const)('%s is in %s', ([ip, network]) => {
    expect(networkOf(ip)).toBe(network);
    expect(networkLevelsOf(ip)[0]).toEqual({ level: 'ip', network });
  });
});

/** One IP written in full, in capitals, and with its `at`th to `end`th group left out. */
const spellings = (groups: readonly number[], at: number, end: number): readonly string[] => {
  const digits = groups.map((group, index) => (index >= at && index < end ? 0 : group));
  const hex = digits.map((group) => group.toString(16));
  const full = hex.map((group) => group.padStart(4, '0')).join(':');
  const [high = 0, low = 0] = digits.slice(6);
  const ipv4 = [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return [
    full,
    hex.join(':').toUpperCase(),
    `${hex.slice(0, at).join(':')}::${hex.slice(end).join(':')}`,
    `${hex.slice(0, 6).join(':')}:${ipv4}`,
  ];
};

test('every spelling of an IPv6 address is in the same networks', () => {
  const group = fc.integer({ min: 0, max: 0xffff });
  const ip = fc.array(group, { minLength: 8, maxLength: 8 });
  fc.assert(
    fc.property(ip, fc.nat(7), fc.nat(7), (groups, at, length) => {
      const [full = '', ...others] = spellings(groups, at, Math.min(8, at + length + 1));
      expect(networkOf(full)).toBe(full.slice(0, 19));
      // A mapped IPv4 address is that IPv4 address.
      fc.pre(others.every((other) => !other.toLowerCase().startsWith('::ffff:')));
      for (const other of others) expect(networkLevelsOf(other)).toEqual(networkLevelsOf(full));
    }),
  );
});

describe('the networks of an IP, the narrowest first', () => {
  test.for([
    ['203.0.113.5', ['203.0.113.5', '203.0.113.0/24']],
    ['::ffff:203.0.113.5', ['203.0.113.5', '203.0.113.0/24']],
    [
      '2001:db8:a:bcde:1::4',
      ['2001:0db8:000a:bcde', '2001:0db8:000a:bc00/56', '2001:0db8:000a/48'],
    ],
    ['2001:db8::192.0.2.1', ['2001:0db8:0000:0000', '2001:0db8:0000:0000/56', '2001:0db8:0000/48']],
    [
      '1:2:3:4:5:6:192.0.2.1',
      ['0001:0002:0003:0004', '0001:0002:0003:0000/56', '0001:0002:0003/48'],
    ],
    ['unix socket', ['unix socket']],
  ] as const)('%s', ([ip, networks]) => {
    expect(networkLevelsOf(ip).map(({ network }) => network)).toEqual(networks);
  });
});
