import type { ChatUser, OwnChannel } from '@izgodno/contract/chat/channel';
import type { Message } from '@izgodno/contract/chat/message';
import { vi } from 'vitest';
import { publish } from './fake-realtime.ts';
import { aMessage, uploadConfig } from './messages.ts';
import { aChannel, ME, OTHER, pageOf } from './served-chat.tsx';

// Replaces the server by one with a conversation that a test controls. Imported before the chat,
// which takes `fetch` when it is imported.

interface ChannelServer {
  messages: Message[];
  sent: { method: string; path: string; body: Record<string, unknown> }[];
  rejection: string | null;
  channel: OwnChannel | null;
  /** Whom a mention may name. */
  members: readonly ChatUser[];
  /** Responses to wait for, by the message that a page is requested around. */
  held: Map<number, Promise<Response | null>>;
  /** What the responses to edits wait for. */
  editing: Promise<void>;
}

export const server: ChannelServer = {
  messages: [],
  sent: [],
  rejection: null,
  channel: null,
  members: [OTHER],
  held: new Map(),
  editing: Promise.resolve(),
};

export const arrive = (given: Partial<Message>): Message => {
  const seq = server.messages.length + 1;
  const message = aMessage({ sender: OTHER, createdAt: new Date().toISOString(), ...given, seq });
  server.messages.push(message);
  publish({ type: 'message.created', data: { message } });
  return message;
};

/** The server's responses for a conversation. */
const response = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
  const request = new Request(input, init);
  const { pathname, searchParams } = new URL(request.url);
  const text = await request.text();
  const body: Record<string, unknown> = text.startsWith('{') ? JSON.parse(text) : {};
  if (request.method !== 'GET') server.sent.push({ method: request.method, path: pathname, body });
  if (pathname.endsWith('/messages')) {
    const held = await server.held.get(Number(searchParams.get('around')));
    return held ?? Response.json(pageOf(server.messages, searchParams));
  }
  if (pathname === '/api/message') {
    if (server.rejection !== null) {
      return Response.json(
        { success: false, error: { code: server.rejection, message: server.rejection } },
        server.rejection === 'slow_mode'
          ? { status: 429, headers: { 'retry-after': '1' } }
          : { status: 403 },
      );
    }
    const message = aMessage({
      seq: server.messages.length + 1,
      sender: ME,
      text: String(body['text']),
      clientId: String(body['clientId']),
      createdAt: new Date().toISOString(),
    });
    server.messages.push(message);
    return Response.json({ success: true, message });
  }
  if (/^\/api\/message\/[^/]+$/.test(pathname) && request.method === 'PUT') {
    await server.editing;
    const before = server.messages.find(({ id }) => pathname.endsWith(id));
    const { basedOn } = body;
    if (basedOn !== undefined && basedOn !== new Date(before?.editedAt ?? 0).getTime()) {
      const error = { code: 'edited_meanwhile', message: '' };
      return Response.json({ success: false, error }, { status: 409 });
    }
    const message = {
      ...(before ?? aMessage({ seq: 1 })),
      text: String(body['text']),
      version: server.messages.length + 1,
      editedAt: new Date().toISOString(),
    };
    return Response.json({ success: true, fileUrls: [], error: null, message });
  }
  if (pathname.endsWith('/members')) {
    const members = server.members.map((user) => ({
      user,
      role: 'member',
      mutedUntil: null,
      joinedAt: '2026-11-20T10:00:00Z',
      readSeq: null,
    }));
    return Response.json({ success: true, members, nextCursor: null });
  }
  if (pathname === '/api/channels') {
    return Response.json({ success: true, channels: [server.channel ?? aChannel()] });
  }
  if (pathname === '/api/channels/activity') return Response.json({ success: true, activity: [] });
  if (pathname.endsWith('/profile')) {
    return Response.json({ success: true, user: { ...ME, lastActiveMessages: {} } });
  }
  if (pathname === '/api/config/upload') {
    return Response.json({ success: true, config: uploadConfig });
  }
  const acted = /^\/api\/message\/([^/]+)\/(?:reactions|saved)/.exec(pathname)?.[1];
  if (acted !== undefined) {
    const message = server.messages.find(({ id }) => id === acted) ?? aMessage({ seq: 1 });
    const saved = { message, savedAt: '2026-11-21T10:00:00Z', doneAt: null };
    return Response.json({ success: true, message, saved });
  }
  if (pathname.endsWith('/unread')) {
    const marked = server.messages.find(({ id }) => id === body['messageId']);
    const readSeq = (marked?.seq ?? 1) - 1;
    return Response.json({ success: true, readSeq, unreadMarks: 1, unreadCount: 1 });
  }
  if (pathname.endsWith('/read')) {
    return Response.json({ success: true, readSeq: Number(body['seq']), unreadCount: 0 });
  }
  return Response.json({ success: true });
};
globalThis.fetch = vi.fn<typeof fetch>(response);

/** The greatest read position that was saved. */
export const readUpTo = (): number =>
  server.sent
    .filter(({ path }) => path.endsWith('/read'))
    .reduce((most, { body }) => Math.max(most, Number(body['seq'])), 0);
