import { connect, type Socket } from 'node:net';

/** Pause between two bytes of a connection, in milliseconds. */
const PAUSE_MS = 500;
const BODY_BYTES = 100_000;

interface DrippingConnections {
  /** How many the server has not closed yet. */
  open(): number;
  /** What the server said to each before it closed it, such as `408 request_timeout`. */
  responses(): Promise<readonly string[]>;
  /** Closes those that the server has not closed. */
  stop(): void;
}

/** The body in one piece, and in chunks of which the first never ends. */
const framings = [
  `Content-Length: ${BODY_BYTES}\r\n\r\n`,
  'Transfer-Encoding: chunked\r\n\r\nffff\r\n',
];

/** Each comes from an address of its own: all of them get past the limits of one network. */
const requestHead = (index: number): string =>
  [
    'POST /api/auth/login HTTP/1.1',
    'Host: izgodno.example',
    `X-Forwarded-For: 10.2.${index % 250}.${1 + Math.floor(index / 250)}`,
    'Content-Type: application/json',
    `${framings[index % framings.length] ?? ''}{"email":"`,
  ].join('\r\n');

const summary = (response: string): string => {
  const status = response.split(' ')[1] ?? 'no response';
  const code = /"code":"(\w+)"/.exec(response)?.[1] ?? '';
  return `${status} ${code}`;
};

const readToEnd = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let received = '';
    socket.setEncoding('latin1').on('data', (text) => (received += String(text)));
    // A reset closes the socket too.
    socket.on('error', () => {});
    socket.once('close', () => resolve(summary(received)));
  });

const isOpen = (socket: Socket): boolean => !socket.closed;

/** Opens connections that each send the body of a sign-in byte by byte until the server closes them. */
export const openDrippingConnections = async (
  url: string,
  count: number,
): Promise<DrippingConnections> => {
  const { hostname, port } = new URL(url);
  const sockets = await Promise.all(
    Array.from(
      { length: count },
      (_, index) =>
        new Promise<Socket>((resolve, reject) => {
          const socket = connect(Number(port), hostname, () => resolve(socket));
          socket.once('error', reject);
          socket.write(requestHead(index));
        }),
    ),
  );
  const responses = Promise.all(sockets.map(readToEnd));
  const timer = setInterval(() => {
    for (const socket of sockets) if (isOpen(socket)) socket.write('a');
  }, PAUSE_MS);
  void responses.then(() => clearInterval(timer));
  return {
    open: () => sockets.filter(isOpen).length,
    responses: () => responses,
    stop: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
};
