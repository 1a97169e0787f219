import { ConfigReader } from '../config.ts';
import { createEngineStore } from '../engine-state.ts';
import { UploadEngine } from '../engine.ts';
import { phaseOf } from '../progress.ts';
import { createFakePorts, type FakePorts } from './fake-ports.ts';

/** Time until the request: 800 + 600 + 700 + 900 + 500 (specification, section 4). */
export const PREPARATION_MS = 3_500;
/** Time after the response: 600 + 800 + 500 + 400. */
export const CONCLUSION_MS = 2_300;

export const fileOf = (name: string, size = 200) => ({
  name,
  file: new Blob(['x'.repeat(size)], { type: 'text/plain' }),
});

export const started = async (
  given: Parameters<typeof createFakePorts>[0] = {},
): Promise<FakePorts & { readonly engine: UploadEngine }> => {
  const fake = createFakePorts(given);
  const store = createEngineStore();
  await new ConfigReader(fake.ports, (config) => store.change({ config })).read();
  const engine = new UploadEngine(fake.ports, store);
  await engine.begin('user');
  return { ...fake, engine };
};

export const batch = (names: readonly string[], messageId = 'm') => ({
  userId: 'user',
  channelId: 'channel',
  messageId,
  files: names.map((name) => fileOf(name)),
});

export const phases = ({ engine }: { engine: UploadEngine }): string[] =>
  engine.state.get().uploads.map(phaseOf);
export const statuses = ({ engine }: { engine: UploadEngine }): string[] =>
  engine.state.get().uploads.map(({ status }) => status);
