import { connect, type PeerCertificate } from 'node:tls';
import { parseUntrusted } from '@izgodno/contract/common/parse-untrusted';
import { DAY_MS } from '@izgodno/contract/common/durations';
import { readConnection } from '@izgodno/contract/system/doctor-calls';
import { healthy, reasonOf, skipped, whole, wrong, type Check, type Result } from './check.ts';

// Checks of the public address: what the proxy in front passes on, and its certificate.

const withoutBaseUrl = (): Result =>
  skipped(
    'BASE_URL is not set; there is no public address to check.',
    'BASE_URL не е зададена; няма публичен адрес за проверка.',
  );

/** Whether a socket opens through the proxy. */
const opensSocket = (baseUrl: string, signal: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = new WebSocket(`${baseUrl.replace(/^http/, 'ws')}/api/realtime`);
    const end = (isOpen: boolean) => (): void => {
      resolve(isOpen);
      socket.close();
    };
    socket.addEventListener('open', end(true));
    socket.addEventListener('error', end(false));
    signal.addEventListener('abort', end(false));
  });

export const checkProxy: Check = async ({ settings: { BASE_URL } }, signal) => {
  if (BASE_URL === undefined) return withoutBaseUrl();
  const response = await fetch(`${BASE_URL}${readConnection.path}`, { signal });
  const parsed = parseUntrusted(readConnection.response, await response.json().catch(() => null));
  if (!parsed.success)
    return wrong(
      'error',
      [
        `${BASE_URL} answers with status ${response.status}, but not from this product.`,
        `${BASE_URL} отговаря с код ${response.status}, но не от този сайт.`,
      ],
      [
        'Check BASE_URL, its DNS record and the upstream of the proxy; the product must run.',
        'Проверете BASE_URL, DNS записа и към какво препраща прокси сървърът; сайтът трябва да работи.',
      ],
    );
  const { forwarded, trusted } = parsed.data;
  if (forwarded && !trusted)
    return wrong(
      'error',
      [
        'The proxy sends X-Forwarded-For, but TRUST_PROXY does not name the proxy: all visitors share one address and its limits.',
        'Прокси сървърът изпраща X-Forwarded-For, но не е посочен в TRUST_PROXY: всички посетители споделят един адрес и неговите ограничения.',
      ],
      [
        'Set TRUST_PROXY to the addresses of the proxy, such as loopback.',
        'Задайте в TRUST_PROXY адресите на прокси сървъра, например loopback.',
      ],
    );
  if (!(await opensSocket(BASE_URL, signal)))
    return wrong(
      'error',
      [
        'The proxy does not pass Upgrade: no realtime socket opens.',
        'Прокси сървърът не пропуска Upgrade: връзката в реално време не се отваря.',
      ],
      [
        'Let the proxy pass the headers Upgrade and Connection for /api/realtime, over HTTP/1.1.',
        'Настройте прокси сървъра да препраща Upgrade и Connection за /api/realtime по HTTP/1.1.',
      ],
    );
  if (!forwarded)
    return wrong(
      'degraded',
      [
        'No X-Forwarded-For arrives: there is no proxy in front, or it hides the visitors.',
        'X-Forwarded-For не пристига: няма прокси сървър или той скрива посетителите.',
      ],
      [
        'Let the proxy add X-Forwarded-For, and set TRUST_PROXY. Without a proxy, ignore this.',
        'Настройте прокси сървъра да добавя X-Forwarded-For и задайте TRUST_PROXY. Ако няма прокси сървър, не е нужно нищо.',
      ],
    );
  return healthy(
    'The proxy passes X-Forwarded-For and Upgrade.',
    'Прокси сървърът препраща X-Forwarded-For и Upgrade.',
  );
};

/** Rejects a certificate that browsers reject. */
const readCertificate = (
  host: string,
  port: number,
  signal: AbortSignal,
): Promise<PeerCertificate> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port, servername: host }, () => {
      resolve(socket.getPeerCertificate());
      socket.destroy();
    });
    socket.once('error', reject);
    signal.addEventListener('abort', () => socket.destroy());
  });

/** Days before its end by which a certificate should have been renewed. */
const RENEWAL_DAYS = 14;

const RENEW = [
  'Renew the certificate: the proxy does it by itself if ports 80 and 443 are reachable from the internet and DNS names this machine.',
  'Подновете сертификата: прокси сървърът го прави сам, ако портове 80 и 443 са достъпни от интернет и DNS сочи към тази машина.',
] as const;

export const checkCertificate: Check = async ({ settings: { BASE_URL }, clock }, signal) => {
  if (BASE_URL === undefined) return withoutBaseUrl();
  const { protocol, hostname, port } = new URL(BASE_URL);
  if (protocol !== 'https:')
    return wrong(
      'degraded',
      [
        'BASE_URL is not https: passwords travel unprotected.',
        'BASE_URL не е https: паролите се предават незащитени.',
      ],
      [
        'Put a proxy with TLS in front (docs/operations.md), and set BASE_URL to its https address.',
        'Поставете отпред прокси сървър с TLS (docs/operations.md) и задайте неговия https адрес в BASE_URL.',
      ],
    );
  try {
    const certificate = await readCertificate(hostname, Number(port || 443), signal);
    const days = Math.floor((Date.parse(certificate.valid_to) - clock.now()) / DAY_MS);
    const [shown, shownBg] = whole(days);
    return days < RENEWAL_DAYS
      ? wrong(
          'degraded',
          [
            `The certificate expires in ${days === 1 ? '1 day' : `${shown} days`}.`,
            `Сертификатът изтича след ${days === 1 ? '1 ден' : `${shownBg} дни`}.`,
          ],
          RENEW,
        )
      : healthy(
          `The certificate is valid for ${shown} more days.`,
          `Сертификатът е валиден още ${shownBg} дни.`,
        );
  } catch (error) {
    return wrong(
      'error',
      [
        `${hostname} has no certificate that browsers accept: ${reasonOf(error)}.`,
        `${hostname} няма сертификат, който браузърите приемат: ${reasonOf(error)}.`,
      ],
      RENEW,
    );
  }
};
