import { createWriteStream } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { WebSocket, WebSocketServer } from 'ws';
import * as z from 'zod/mini';
import { announceServer } from '../announce-server.ts';

// The library alone, with nothing but fan-out: no database, users or channels. Its messages are as
// long as the product's. Bodies for /pipe go straight into a file of FOLDER.

const filler = 'x'.repeat(700);
const webSockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });

const saidSchema = z.object({ text: z.string() });

const publishAll = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const said = saidSchema.parse(JSON.parse(await text(request)));
  const frame = JSON.stringify({ type: 'message.created', filler, text: said.text });
  for (const client of webSockets.clients) {
    if (client.readyState === WebSocket.OPEN) client.send(frame);
  }
  response.end('{}');
};

const BUFFER = 1024 * 1024;
const folder = process.env['FOLDER'] ?? '/tmp';
let files = 0;

const keep = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const file = path.join(folder, `bare-${process.pid}-${(files += 1)}`);
  await pipeline(request, createWriteStream(file, { highWaterMark: BUFFER, flush: true }));
  response.end('{}');
};

const server = createServer(
  (request, response) => void (request.url === '/pipe' ? keep : publishAll)(request, response),
);
server.keepAliveTimeout = 60_000;
server.on('upgrade', (request, socket, head) => {
  webSockets.handleUpgrade(request, socket, head, (client) => {
    client.once('message', () => client.send('{"type":"welcome"}'));
  });
});
announceServer(server);
