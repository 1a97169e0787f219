import { realtimeLimits, type ClientFrameType } from '@izgodno/contract/realtime/frames';
import { encodeJson, hostileJson, hostileTexts } from './hostile.ts';
import { mutateJson } from './mutate-json.ts';
import type { Random } from './random.ts';

/** One frame as sent; names in double braces are replaced by ids, as in requests. */
export interface FuzzFrame {
  readonly kind: 'text' | 'binary' | 'ping' | 'pong';
  /** Latin-1: each character one byte. */
  readonly data: string;
}

const valid: Readonly<Record<ClientFrameType, object>> = {
  hello: { type: 'hello', token: '{{token}}', resume: [{ channelId: '{{channel}}', version: 0 }] },
  token: { type: 'token', token: '{{token}}' },
  resume: { type: 'resume', channels: [{ channelId: '{{channel}}', version: 1 }] },
  typing: { type: 'typing', channelId: '{{channel}}' },
  follow: { type: 'follow', channelIds: ['00000000-0000-7000-8000-000000000001'] },
  watch: { type: 'watch', userIds: ['{{user}}', '{{me}}'] },
  idle: { type: 'idle', idle: true },
  ping: { type: 'ping' },
};
const frames = Object.values(valid);

const text = (data: string): FuzzFrame => ({
  kind: 'text',
  data: Buffer.from(data, 'utf8').toString('latin1'),
});

const wildFrame = (random: Random): FuzzFrame => {
  const json = random.pickOf(hostileJson)?.text ?? 'null';
  switch (random.below(9)) {
    case 0:
      return text(json);
    case 1:
      return text(`{"type":${json}}`);
    case 2:
      return text(random.pickOf(hostileTexts) ?? '');
    case 3:
      return { kind: 'binary', data: '{"type":"ping"}' };
    case 4:
      return { kind: 'text', data: '{"type":"\xff\xc0"}' };
    case 5:
      return text(
        `{"type":"ping","x":"${'a'.repeat(realtimeLimits.maxFrameBytes - random.below(100))}"}`,
      );
    case 6:
      return { kind: random.pick(['ping', 'pong']), data: 'x'.repeat(random.below(125)) };
    case 7:
      return text('['.repeat(30_000));
    default:
      return text(encodeJson({ type: random.pickOf(hostileTexts) }));
  }
};

/** A client's frame: valid, nearly valid, or wild. */
export const generateFrame = (random: Random): FuzzFrame => {
  const frame = random.pickOf(frames) ?? valid.ping;
  const mode = random.next();
  if (mode < 0.45) return text(encodeJson(frame));
  return mode < 0.85 ? text(encodeJson(mutateJson(frame, random))) : wildFrame(random);
};
