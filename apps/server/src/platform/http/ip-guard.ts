import { lookup } from 'node:dns';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';

/** A request to an IP that our requests may not reach. */
export class ForbiddenIpError extends Error {
  override readonly name = 'ForbiddenIpError';
  readonly code = 'address_forbidden';
}

// The IANA special-purpose registries (RFC 6890), as of 2026: everything but the public internet.
// Whole blocks, including their few globally reachable addresses, because no shop and no feed is
// there.
const notPublic = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Not in the registries, but every machine in Azure reaches its host's services there.
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  // Includes the anycast addresses 192.0.0.9 and .10, and those that discover NAT64.
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  // AS112, AMT and 6to4 relays.
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  notPublic.addSubnet(network, prefix, 'ipv4');
  // As written on an IPv6 socket, and behind NAT64 (RFC 6052).
  notPublic.addSubnet(`::ffff:${network}`, 96 + prefix, 'ipv6');
  notPublic.addSubnet(`64:ff9b::${network}`, 96 + prefix, 'ipv6');
}
for (const [network, prefix] of [
  // Unspecified, loopback, and IPv4 written as IPv6 in the old way (RFC 4291).
  ['::', 96],
  // IPv4-translated (RFC 2765): a translator on the way turns them into IPv4.
  ['::ffff:0:0:0', 96],
  ['64:ff9b:1::', 48],
  // Discard-only, and its neighbouring block.
  ['100::', 64],
  ['100:0:0:1::', 64],
  // Teredo, benchmarking, ORCHID and other protocols.
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4 may contain a private IPv4 address.
  ['2002::', 16],
  // AS112.
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  notPublic.addSubnet(network, prefix, 'ipv6');
}

/** Whether an IP is in the public internet. */
export const isPublicIp = (ip: string): boolean =>
  isIP(ip) !== 0 && !notPublic.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4');

export type Resolve = (
  host: string,
  done: (error: Error | null, ips: readonly { address: string; family: number }[]) => void,
) => void;

const resolveBySystem: Resolve = (host, done) => lookup(host, { all: true }, done);

export interface IpGuardOptions {
  /** Hosts ("shop.internal") or hosts with a port ("127.0.0.1:4000") that are allowed anywhere. */
  readonly allow?: readonly string[];
  readonly ports?: readonly number[];
  readonly resolve?: Resolve;
}

/** Keeps requests out of private networks. */
export interface IpGuard {
  /** Throws `ForbiddenIpError` for a URL's scheme, port, or literal IP. */
  check(url: URL): void;
  /**
   * For the connection: resolves the name and rejects it if any of its IPs is not public. The
   * checked IP is the one connected to, so that the name cannot resolve differently in between.
   */
  lookupFor(url: URL): LookupFunction;
}

const portOf = (url: URL): number =>
  url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);

const plainHost = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

export const createIpGuard = ({
  allow = [],
  ports = [80, 443],
  resolve = resolveBySystem,
}: IpGuardOptions = {}): IpGuard => {
  const allowed = new Set(allow);
  const isAllowed = (url: URL): boolean =>
    allowed.has(url.hostname) || allowed.has(`${url.hostname}:${portOf(url)}`);

  return {
    check(url) {
      if (!/^https?:$/.test(url.protocol)) {
        throw new ForbiddenIpError(`${url.protocol} is not http or https`);
      }
      if (url.username !== '' || url.password !== '') {
        throw new ForbiddenIpError('the address holds a name or password');
      }
      if (isAllowed(url)) return;
      if (!ports.includes(portOf(url))) {
        throw new ForbiddenIpError(`port ${portOf(url)} is not one of ${ports.join(', ')}`);
      }
      const host = plainHost(url);
      if (isIP(host) !== 0 && !isPublicIp(host)) {
        throw new ForbiddenIpError(`${host} is not a public address`);
      }
    },
    lookupFor: (url) => (host, options, done) => {
      resolve(host, (error, ips) => {
        if (error !== null) return done(error, '');
        const inside = isAllowed(url) ? undefined : ips.find(({ address: ip }) => !isPublicIp(ip));
        if (inside !== undefined) {
          return done(
            new ForbiddenIpError(`${host} is ${inside.address}, not a public address`),
            '',
          );
        }
        if (options.all === true) return done(null, [...ips]);
        const [first] = ips;
        return first === undefined
          ? done(new Error(`${host} has no address`), '')
          : done(null, first.address, first.family);
      });
    },
  };
};
