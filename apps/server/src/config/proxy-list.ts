import proxyAddr from '@fastify/proxy-addr';

/** Detects proxies by IP. `list` has IPs, networks, or names such as `loopback`, separated by commas. */
export const compileProxies = (list: string): ReturnType<typeof proxyAddr.compile> =>
  proxyAddr.compile(list.split(',').map((name) => name.trim()));

export const isProxyList = (list: string): boolean => {
  try {
    compileProxies(list);
    return true;
  } catch {
    return false;
  }
};
