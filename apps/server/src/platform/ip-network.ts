import { isIPv4, isIPv6 } from 'node:net';

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Whether an IP is of this machine itself, such as that of a local proxy. */
export const isLoopback = (ip: string): boolean => ip === '::1' || /^(?:::ffff:)?127\./.test(ip);

/**
 * The first four of the eight groups of an IPv6 address, four digits each: `2001:0db8:000a:000b`.
 */
const firstGroups = (ip: string): string => {
  const lower = ip.toLowerCase();
  let groups: readonly string[] = lower.split(':', 4);
  if (groups.includes('')) {
    const [left = [], right = []] = lower
      .split('::')
      .map((part) => part.split(':').filter((group) => group !== ''));
    // A trailing IPv4 address replaces two groups.
    const written = left.length + right.length + (ip.includes('.') ? 1 : 0);
    groups = [...left, ...Array.from({ length: 8 - written }, () => '0'), ...right].slice(0, 4);
  }
  return groups.map((group) => group.padStart(4, '0')).join(':');
};

/**
 * The IPs of one customer of a network provider: an IPv4 address, or the 64-bit prefix of an IPv6
 * one.
 */
export const networkOf = (ip: string): string => {
  const ipv4 = MAPPED_IPV4.exec(ip)?.[1];
  if (ipv4 !== undefined || !isIPv6(ip)) return ipv4 ?? ip;
  return firstGroups(ip);
};

/**
 * The width of a network. `ip`: one customer's connection (an IPv4 address, an IPv6 /64).
 * `site`: what a provider assigns to one home (an IPv6 /56). `block`: what one company or a row of
 * neighbours has (an IPv4 /24, an IPv6 /48), which is also the widest that one person gets without
 * effort.
 */
export type NetworkLevel = 'ip' | 'site' | 'block';

/** How many times the limit of a single IP a wider network has, because many people may share it. */
export const networkShares: Readonly<Record<NetworkLevel, number>> = { ip: 1, site: 2, block: 4 };

export interface NetworkAtLevel {
  readonly level: NetworkLevel;
  readonly network: string;
}

/** The networks of an IP, the narrowest first. A text that is no IP is its own network. */
export const networkLevelsOf = (ip: string): readonly NetworkAtLevel[] => {
  const line = networkOf(ip);
  if (isIPv4(line)) {
    const block = `${line.slice(0, line.lastIndexOf('.'))}.0/24`;
    return [
      { level: 'ip', network: line },
      { level: 'block', network: block },
    ];
  }
  if (!isIPv6(ip)) return [{ level: 'ip', network: ip }];
  return [
    { level: 'ip', network: line },
    { level: 'site', network: `${line.slice(0, -2)}00/56` },
    { level: 'block', network: `${line.slice(0, -5)}/48` },
  ];
};

/** The network of one home or office: an IPv4 address, or the 56-bit prefix of an IPv6 one. */
export const siteOf = (ip: string): string =>
  networkLevelsOf(ip).find(({ level }) => level === 'site')?.network ?? networkOf(ip);
