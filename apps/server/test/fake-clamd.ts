import net from 'node:net';
import { onTestFinished } from 'vitest';
import { portOf } from './port-of.ts';

const START_OF_STREAM = 'zINSTREAM\0';

/** A clamd that answers pings and rejects lengths of more bytes than its limit; returns its address. */
export const startFakeClamd = async (limit: number): Promise<string> => {
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    let received = Buffer.alloc(0);
    socket.on('data', (piece) => {
      received = Buffer.concat([received, Buffer.from(piece)]);
      const start = received.indexOf(START_OF_STREAM) + START_OF_STREAM.length;
      if (received.includes('zPING\0')) socket.end('PONG\0');
      else if (received.length >= start + 4 && received.readUInt32BE(start) > limit)
        socket.end('INSTREAM size limit exceeded. ERROR\0');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `127.0.0.1:${portOf(server)}`;
};
