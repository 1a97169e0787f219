import { describe, expect, test } from 'vitest';
import { createUploadEngine, type UploadEngine } from './engine.ts';
import { percentOf, phaseOf } from './progress.ts';
import { createFakePorts, type FakePorts } from './testing/fake-ports.ts';

/** Until the request: 800 + 600 + 700 + 900 + 500 (specification, section 4). */
const PREPARATION_MS = 3_500;
/** After the answer: 600 + 800 + 500 + 400. */
const CONCLUSION_MS = 2_300;

const fileOf = (name: string, size = 200) => ({
  name,
  file: new Blob(['x'.repeat(size)], { type: 'text/plain' }),
});

const started = async (
  given: Parameters<typeof createFakePorts>[0] = {},
): Promise<FakePorts & { readonly engine: UploadEngine }> => {
  const fake = createFakePorts(given);
  const engine = createUploadEngine(fake.ports);
  await engine.begin('user');
  return { ...fake, engine };
};

const batch = (names: readonly string[], messageId = 'm') => ({
  userId: 'user',
  channelId: 'channel',
  messageId,
  files: names.map((name) => fileOf(name)),
});

const phases = ({ engine }: { engine: UploadEngine }): string[] =>
  engine.state.get().uploads.map(phaseOf);
const statuses = ({ engine }: { engine: UploadEngine }): string[] =>
  engine.state.get().uploads.map(({ status }) => status);

const finished = async (given: Parameters<typeof createFakePorts>[0] = {}) => {
  const world = await started(given);
  world.engine.add(batch(['a', 'b']));
  await world.clock.pass(PREPARATION_MS);
  world.sendingOf('upload_m_1').answer();
  await world.clock.pass(CONCLUSION_MS);
  expect(world.updates).toEqual([]);
  world.sendingOf('upload_m_0').answer();
  return world;
};

const form = (world: { engine: UploadEngine }): string => world.engine.state.get().drawer.form;

describe('one upload', () => {
  test('passes every phase at its time, with its percent', async () => {
    const world = await started();
    world.engine.add(batch(['a.txt']));
    const seen: [string, number][] = [];
    const look = (): void => {
      const [upload] = world.engine.state.get().uploads;
      if (upload !== undefined) seen.push([phaseOf(upload), percentOf(upload)]);
    };
    look();
    for (const ms of [800, 600, 700, 900, 500]) {
      await world.clock.pass(ms - 1);
      const [upload] = world.engine.state.get().uploads;
      expect(upload && phaseOf(upload)).toBe(seen.at(-1)?.[0]);
      await world.clock.pass(1);
      look();
    }
    const sending = world.sendingOf('upload_m_0');
    sending.reports.onProgress(100);
    look();
    sending.reports.onProgress(200);
    look();
    sending.answer();
    await world.clock.settle();
    look();
    for (const ms of [600, 800, 500, 400]) {
      await world.clock.pass(ms);
      look();
    }
    expect(seen).toEqual([
      ['validating', 5],
      ['analyzing', 10],
      ['initializing', 15],
      ['session_creating', 20],
      ['preparing_chunks', 25],
      ['uploading', 30],
      ['uploading', 54],
      ['chunk_verifying', 80],
      ['completing', 85],
      ['finalizing', 90],
      ['url_generating', 95],
      ['url_updating', 98],
      ['completed', 100],
    ]);
  });

  test('shows no phase longer than it lasts where the server says so', async () => {
    const world = await started({ config: { pacing: 'instant' } });
    world.engine.add(batch(['a.txt']));
    await world.clock.pass(0);
    world.sendingOf('upload_m_0').answer();
    await world.clock.pass(0);
    expect(statuses(world)).toEqual(['completed']);
  });

  test('is named by its message and place', async () => {
    const world = await started();
    const [upload] = world.engine.add(batch(['Моята снимка (1).txt'])) ?? [];
    expect(upload?.facts).toMatchObject({
      id: 'upload_m_0',
      placeholderId: 'm_0_Моятаснимка1txt_200',
    });
  });

  test('is cancelled only while it uploads', async () => {
    const world = await started();
    world.engine.add(batch(['a', 'b', 'c', 'd']));
    world.engine.cancel('upload_m_3');
    expect(statuses(world)).toEqual(['uploading', 'uploading', 'uploading', 'queued']);
    await world.clock.pass(PREPARATION_MS);
    world.engine.cancel('upload_m_0');
    await world.clock.settle();
    expect(world.sendingOf('upload_m_0').signal.aborted).toBe(true);
    expect(world.abandoned).toEqual(['upload_m_0']);
    expect(statuses(world)).toEqual(['cancelled', 'uploading', 'uploading', 'uploading']);
    world.engine.cancel('upload_m_0');
    expect(world.abandoned).toHaveLength(1);
  });

  test('cancelled after the file was stored, has it removed again', async () => {
    const world = await started();
    world.engine.add(batch(['a']));
    await world.clock.pass(PREPARATION_MS);
    world.sendingOf('upload_m_0').answer();
    await world.clock.settle();
    world.engine.cancel('upload_m_0');
    expect(world.discarded).toEqual(['file-of-upload_m_0']);
    await world.clock.pass(CONCLUSION_MS);
    expect(statuses(world)).toEqual(['cancelled']);
    expect(world.updates).toEqual([]);
  });

  test('that failed says why, and can be tried again', async () => {
    const world = await started();
    world.engine.add(batch(['a']));
    await world.clock.pass(PREPARATION_MS);
    world.sendingOf('upload_m_0').fail({ kind: 'refused', text: 'StorJ upload failed' });
    await world.clock.settle();
    expect(world.engine.state.get().uploads[0]).toMatchObject({
      status: 'error',
      fault: { kind: 'refused', text: 'StorJ upload failed' },
    });
    world.engine.retry('upload_m_0');
    expect(phases(world)).toEqual(['validating']);
    await world.clock.pass(PREPARATION_MS);
    world.sendingOf('upload_m_0').answer();
    await world.clock.pass(CONCLUSION_MS);
    expect(statuses(world)).toEqual(['completed']);
  });

  test('says that the network is away, and that it is back', async () => {
    const world = await started();
    world.engine.add(batch(['a']));
    await world.clock.pass(PREPARATION_MS);
    world.setNetwork(false);
    expect(world.engine.state.get().uploads[0]).toMatchObject({ offline: true });
    world.setNetwork(true);
    expect(world.engine.state.get().uploads[0]).toMatchObject({ offline: false });
  });
});

describe('a batch', () => {
  test('has at most three on their way', async () => {
    const world = await started();
    world.engine.add(batch(['a', 'b', 'c', 'd', 'e']));
    world.engine.add(batch(['f'], 'other'));
    await world.clock.pass(PREPARATION_MS);
    expect(world.sendings).toHaveLength(4);
    world.sendingOf('upload_m_1').answer();
    await world.clock.pass(CONCLUSION_MS + PREPARATION_MS);
    expect(world.sendings.map(({ payload }) => payload.facts.id)).toEqual([
      'upload_m_0',
      'upload_m_1',
      'upload_m_2',
      'upload_other_0',
      'upload_m_3',
    ]);
  });

  test('goes on counting where the one before it ended', async () => {
    const world = await started();
    world.engine.add(batch(['a', 'b']));
    const more = world.engine.add(batch(['c']));
    expect(more?.map(({ facts }) => facts.id)).toEqual(['upload_m_2']);
  });

  test('without a person or channel is skipped', async () => {
    const world = await started();
    expect(world.engine.add({ ...batch(['a']), userId: '' })).toBeNull();
    expect(world.engine.add({ ...batch(['a']), channelId: '' })).toBeNull();
    expect(world.engine.state.get().uploads).toEqual([]);
  });

  test('with faulty files is refused whole, with every fault', async () => {
    const world = await started({ config: { maxFiles: 4 } });
    const files = [
      fileOf('fine.txt'),
      fileOf('empty.txt', 0),
      fileOf('big.txt', 2_048),
      { name: 'page.html', file: new Blob(['x'], { type: 'text/html' }) },
      fileOf('one-too-many.txt'),
    ];
    expect(() => world.engine.add({ ...batch([]), files })).toThrow(
      [
        'Server configuration validation failed',
        'File 2 (empty.txt): File is empty',
        'File 3 (big.txt): File exceeds server limit: 2 KB > 1000 B',
        'File 4 (page.html): File type not supported: text/html',
        'File 5 (one-too-many.txt): Too many files. Maximum: 4',
      ].join('\n'),
    );
    expect(world.engine.state.get().uploads).toEqual([]);
  });

  test('cancelled whole, takes along what waits and what rests', async () => {
    const world = await started({ config: { uploadMethod: 'resumable' } });
    world.engine.add(batch(['a', 'b', 'c', 'd']));
    await world.clock.pass(PREPARATION_MS);
    world.engine.pause('upload_m_0');
    world.engine.cancelAll();
    await world.clock.pass(PREPARATION_MS);
    expect(new Set(statuses(world))).toEqual(new Set(['cancelled']));
    expect(world.kept.size).toBe(0);
  });
});

describe('the server’s configuration', () => {
  test.for([
    ['maxFileSize', { maxFileSize: undefined }],
    ['maxFiles', { maxFiles: undefined }],
    ['chunkSize', { chunkSize: undefined }],
    ['requestTimeout', { requestTimeout: undefined }],
  ] as const)('without %s, nothing can be uploaded', async ([, config]) => {
    const world = await started({ config });
    expect(() => world.engine.add(batch(['a']))).toThrow(
      'Incomplete server configuration - missing required file specs',
    );
  });

  test('that cannot be read, nor before it is', async () => {
    const world = await started({ config: 'unreadable' });
    expect(() => world.engine.add(batch(['a']))).toThrow(
      'Server configuration not loaded - validation impossible',
    );
    const { ports } = createFakePorts();
    expect(() => createUploadEngine(ports).add(batch(['a']))).toThrow(
      'Upload service not initialized - SERVER CONFIG required',
    );
  });
});

describe('the message', () => {
  const fileUrls = ['/api/files/upload_m_0', '/api/files/upload_m_1'];

  test('is updated once all its uploads are over, when the server has named it', async () => {
    const world = await finished();
    await world.clock.pass(CONCLUSION_MS + 1_000);
    expect(world.updates).toEqual([]);
    world.serverIds.set('m', 'server-m');
    await world.clock.pass(100);
    expect(world.updates).toEqual([{ serverId: 'server-m', fileUrls }]);
    expect(world.announced).toEqual([]);
  });

  test('without a name after 5 s, is updated on the page only, and on the server when it comes', async () => {
    const world = await finished();
    await world.clock.pass(CONCLUSION_MS + 4_900);
    expect(world.announced).toEqual([]);
    await world.clock.pass(100);
    expect(world.announced).toEqual([{ messageId: 'm', fileUrls }]);
    world.serverIds.set('m', 'server-m');
    await world.clock.pass(60_000);
    expect(world.updates).toEqual([]);
    world.engine.messageStored('m');
    await world.clock.settle();
    expect(world.updates).toEqual([{ serverId: 'server-m', fileUrls }]);
  });

  test('whose update fails, still shows its files', async () => {
    const world = await finished({ updateFails: true });
    world.serverIds.set('m', 'server-m');
    await world.clock.pass(CONCLUSION_MS);
    expect(world.announced).toEqual([{ messageId: 'm', fileUrls }]);
    expect(world.logged).toHaveLength(1);
  });
});

describe('the drawer', () => {
  test('opens by itself, closes 3 s after the end, and clears 1 s later', async () => {
    const world = await started();
    world.engine.add(batch(['a', 'b']));
    expect(form(world)).toBe('expanded');
    await world.clock.pass(PREPARATION_MS);
    world.engine.cancel('upload_m_1');
    world.sendingOf('upload_m_0').answer();
    await world.clock.pass(CONCLUSION_MS);
    expect(world.engine.state.get().drawer.closing).toBe(true);
    await world.clock.pass(2_999);
    expect(form(world)).toBe('expanded');
    await world.clock.pass(1);
    expect(form(world)).toBe('closed');
    expect(statuses(world)).toEqual(['completed', 'cancelled']);
    await world.clock.pass(1_000);
    expect(statuses(world)).toEqual(['cancelled']);
    world.engine.clear();
    expect(statuses(world)).toEqual([]);
  });

  test('stays where nothing was completed', async () => {
    const world = await started();
    world.engine.add(batch(['a']));
    world.engine.cancel('upload_m_0');
    await world.clock.pass(60_000);
    expect(form(world)).toBe('expanded');
  });

  test('closed by a person, clears half a second later; new uploads open it again', async () => {
    const world = await started();
    world.engine.add(batch(['a', 'b']));
    await world.clock.pass(PREPARATION_MS);
    world.sendingOf('upload_m_0').answer();
    await world.clock.pass(CONCLUSION_MS);
    world.engine.close();
    await world.clock.pass(499);
    expect(statuses(world)).toEqual(['completed', 'uploading']);
    await world.clock.pass(1);
    expect(statuses(world)).toEqual(['uploading']);
    world.engine.add(batch(['c']));
    expect(form(world)).toBe('expanded');
  });

  test('new uploads keep it from closing', async () => {
    const world = await started();
    world.engine.add(batch(['a']));
    await world.clock.pass(PREPARATION_MS);
    world.sendingOf('upload_m_0').answer();
    await world.clock.pass(CONCLUSION_MS + 2_000);
    world.engine.add(batch(['b']));
    await world.clock.pass(10_000);
    expect(form(world)).toBe('expanded');
    expect(statuses(world)).toEqual(['completed', 'uploading']);
  });
});

describe('a resumable upload', () => {
  const resumable = { config: { uploadMethod: 'resumable' } } as const;

  test('rests and goes on without being prepared again', async () => {
    const world = await started(resumable);
    world.engine.add(batch(['a']));
    await world.clock.pass(PREPARATION_MS);
    world.sendingOf('upload_m_0').reports.onResumeUrl('/resume/1');
    world.sendingOf('upload_m_0').reports.onProgress(100);
    world.engine.pause('upload_m_0');
    expect(statuses(world)).toEqual(['paused']);
    expect(world.abandoned).toEqual([]);
    world.engine.resume('upload_m_0');
    expect(phases(world)).toEqual(['uploading']);
    expect(world.sendings).toHaveLength(2);
    expect(world.sendingOf('upload_m_0').payload.resumeUrl).toBe('/resume/1');
  });

  test('goes on in the next page, towards its own message', async () => {
    const first = await started(resumable);
    first.engine.add(batch(['a', 'b']));
    await first.clock.pass(PREPARATION_MS);
    first.sendingOf('upload_m_0').reports.onResumeUrl('/resume/1');
    first.engine.pause('upload_m_1');
    await first.clock.settle();

    const second = await started({ ...resumable, kept: [...first.kept.values()] });
    expect(statuses(second)).toEqual(['uploading', 'paused']);
    expect(phases(second)).toEqual(['uploading', 'uploading']);
    const { payload } = second.sendingOf('upload_m_0');
    expect(payload).toMatchObject({
      resumeUrl: '/resume/1',
      facts: { channelId: 'channel', messageId: 'm' },
    });
    expect(payload.file.size).toBe(200);
  });

  test('that was complete before the page ended is brought to its message by the next one', async () => {
    const first = await started(resumable);
    first.engine.add(batch(['a', 'b']));
    await first.clock.pass(PREPARATION_MS);
    first.sendingOf('upload_m_0').answer();
    await first.clock.pass(CONCLUSION_MS);

    const second = await started({ ...resumable, kept: [...first.kept.values()] });
    second.serverIds.set('m', 'server-m');
    await second.clock.pass(PREPARATION_MS);
    expect(second.sendings.map(({ payload }) => payload.facts.id)).toEqual(['upload_m_1']);
    second.sendingOf('upload_m_1').answer();
    await second.clock.pass(CONCLUSION_MS);
    expect(second.updates).toEqual([
      { serverId: 'server-m', fileUrls: ['/api/files/upload_m_0', '/api/files/upload_m_1'] },
    ]);
    expect(second.kept.size).toBe(0);
  });

  test('says so where the browser has no room to keep it', async () => {
    const world = await started({ ...resumable, room: false });
    world.engine.add(batch(['a']));
    await world.clock.settle();
    expect(world.engine.state.get().unkept).toEqual(new Set(['upload_m_0']));
  });

  test('is forgotten with the person who leaves, and kept for one whose session ran out', async () => {
    const world = await started(resumable);
    world.engine.add(batch(['a']));
    await world.clock.pass(PREPARATION_MS);
    world.engine.end({ forget: false });
    expect(world.sendingOf('upload_m_0').signal.aborted).toBe(true);
    expect(world.kept.size).toBe(1);
    await world.engine.begin('user');
    expect(statuses(world)).toEqual(['uploading']);
    world.engine.end({ forget: true });
    await world.clock.settle();
    expect(world.kept.size).toBe(0);
    expect(world.abandoned).toEqual(['upload_m_0']);
  });
});
