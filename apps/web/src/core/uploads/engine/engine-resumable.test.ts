import { describe, expect, test } from 'vitest';
import {
  batch,
  CONCLUSION_MS,
  phases,
  PREPARATION_MS,
  started,
  statuses,
} from './testing/started-engine.ts';
import { checklistOf, chunksOf, secondsRemaining, speedOf, statsOf } from './progress.ts';
import { sentBytes } from './upload.ts';

describe('a resumable upload', () => {
  const resumable = { config: { uploadMethod: 'resumable' } } as const;

  test('pauses and continues without another preparation', async () => {
    const world = await started(resumable);
    world.engine.add(batch(['a']));
    await world.clock.pass(PREPARATION_MS);
    world.sendingOf('upload_m_0').reports.onResumeUrl('/resume/1');
    world.sendingOf('upload_m_0').reports.onProgress(100);
    world.engine.pause('upload_m_0');
    expect(statuses(world)).toEqual(['paused']);
    const { uploads } = world.engine.state.get();
    expect(statsOf(uploads).uploading).toBe(1);
    expect(checklistOf(uploads).find(([phase]) => phase === 'uploading')?.[2]).toBe('active');
    expect(checklistOf(uploads).filter(([, , state]) => state === 'done')).toHaveLength(5);
    expect(world.abandoned).toEqual([]);
    world.engine.resume('upload_m_0');
    expect(phases(world)).toEqual(['uploading']);
    expect(world.sendings).toHaveLength(2);
    expect(world.sendingOf('upload_m_0').payload.resumeUrl).toBe('/resume/1');
    // What the paused request still reports is of no effect.
    world.sendings[0]?.reports.onProgress(200);
    expect(world.engine.state.get().uploads.map(sentBytes)).toEqual([100]);
  });

  test('continues in the next page, for its own message', async () => {
    const first = await started(resumable);
    first.engine.add(batch(['a', 'b']));
    await first.clock.pass(PREPARATION_MS);
    first.sendingOf('upload_m_0').reports.onResumeUrl('/resume/1');
    first.engine.pause('upload_m_1');
    await first.clock.settle();

    const second = await started({ ...resumable, stored: [...first.stored.values()] });
    expect(statuses(second)).toEqual(['uploading', 'paused']);
    expect(phases(second)).toEqual(['uploading', 'uploading']);
    const { payload } = second.sendingOf('upload_m_0');
    expect(payload).toMatchObject({
      resumeUrl: '/resume/1',
      facts: { channelId: 'channel', messageId: 'm' },
    });
    expect(payload.file.size).toBe(200);
  });

  test('that was complete before the page ended is added to its message by the next page', async () => {
    const first = await started(resumable);
    first.engine.add(batch(['a', 'b']));
    await first.clock.pass(PREPARATION_MS);
    first.sendingOf('upload_m_0').respond();
    await first.clock.pass(CONCLUSION_MS);

    const second = await started({ ...resumable, stored: [...first.stored.values()] });
    second.engine.messageStored('m', 'server-m');
    await second.clock.pass(PREPARATION_MS);
    expect(second.sendings.map(({ payload }) => payload.facts.id)).toEqual(['upload_m_1']);
    second.sendingOf('upload_m_1').respond();
    await second.clock.pass(CONCLUSION_MS);
    expect(second.updates).toEqual([
      { serverId: 'server-m', fileUrls: ['/api/files/upload_m_0', '/api/files/upload_m_1'] },
    ]);
    expect(second.stored.size).toBe(0);
  });

  test('finds its message in the next page, which did not send it', async () => {
    const first = await started(resumable);
    first.engine.add(batch(['a']));
    await first.clock.pass(PREPARATION_MS);
    first.engine.messageStored('m', 'server-m');
    await first.clock.settle();

    const second = await started({ ...resumable, stored: [...first.stored.values()] });
    await second.clock.pass(PREPARATION_MS);
    second.sendingOf('upload_m_0').respond();
    await second.clock.pass(CONCLUSION_MS);
    expect(second.updates).toEqual([{ serverId: 'server-m', fileUrls: ['/api/files/upload_m_0'] }]);
    expect(second.stored.size).toBe(0);
  });

  test('that left the list before its message had it is not stored for longer than that', async () => {
    const world = await started(resumable);
    world.engine.add(batch(['a']));
    await world.clock.pass(PREPARATION_MS);
    world.sendingOf('upload_m_0').respond();
    await world.clock.pass(CONCLUSION_MS + 5_000);
    expect(statuses(world)).toEqual([]);
    expect([...world.stored.keys()]).toEqual(['upload_m_0']);
    world.engine.messageStored('m', 'server-m');
    await world.clock.settle();
    expect(world.updates).toEqual([{ serverId: 'server-m', fileUrls: ['/api/files/upload_m_0'] }]);
    expect(world.stored.size).toBe(0);
  });

  test('keeps what becomes known while its file is being stored', async () => {
    const world = await started({ ...resumable, slowRoom: true });
    world.engine.add(batch(['a']));
    await world.clock.pass(PREPARATION_MS);
    world.sendingOf('upload_m_0').reports.onResumeUrl('/resume/1');
    world.engine.messageStored('m', 'server-m');
    await world.clock.pass(60_000);
    expect(world.stored.get('upload_m_0')).toMatchObject({
      resumeUrl: '/resume/1',
      serverMessageId: 'server-m',
    });
  });

  test('that is over while its file is being stored is not kept', async () => {
    const world = await started({ ...resumable, slowRoom: true });
    world.engine.messageStored('m', 'server-m');
    world.engine.add(batch(['a', 'b']));
    await world.clock.pass(PREPARATION_MS);
    world.engine.cancel('upload_m_0');
    world.sendingOf('upload_m_1').respond();
    await world.clock.pass(CONCLUSION_MS);
    expect(world.updates).toHaveLength(1);
    await world.clock.pass(60_000);
    expect(world.stored.size).toBe(0);
  });

  test('that the server rejected is sent again only at the user’s request, not by the next page', async () => {
    const world = await started(resumable);
    world.engine.add(batch(['a', 'b']));
    await world.clock.pass(PREPARATION_MS);
    world.sendingOf('upload_m_0').fail({ kind: 'refused', text: 'No', code: 'file_type_refused' });
    world.sendingOf('upload_m_1').fail({ kind: 'file-unavailable' });
    await world.clock.settle();
    // The stored copy may still exist after the file is gone from the device.
    expect([...world.stored.keys()]).toEqual(['upload_m_1']);
    world.engine.retry('upload_m_0');
    await world.clock.settle();
    expect(world.stored.has('upload_m_0')).toBe(true);
  });

  test('says so if the browser has no room to store it', async () => {
    const world = await started({ ...resumable, room: false });
    world.engine.add(batch(['a']));
    await world.clock.settle();
    expect(world.engine.state.get().unkept).toEqual(new Set(['upload_m_0']));
    expect(world.engine.needsPage).toBe(true);
  });

  test('is erased for a user who signs out, and kept for one whose session expired', async () => {
    const world = await started(resumable);
    world.engine.add(batch(['a']));
    await world.clock.pass(PREPARATION_MS);
    world.engine.end({ evict: false });
    expect(world.sendingOf('upload_m_0').signal.aborted).toBe(true);
    expect(world.stored.size).toBe(1);
    await world.engine.begin('user');
    expect(statuses(world)).toEqual(['uploading']);
    world.engine.end({ evict: true });
    await world.clock.settle();
    expect(world.stored.size).toBe(0);
    expect(world.abandoned).toEqual(['upload_m_0']);
  });

  test('that is read only after its user’s session has ended does not continue', async () => {
    const first = await started(resumable);
    first.engine.add(batch(['a']));
    await first.clock.settle();
    const second = await started(resumable);
    for (const [id, upload] of first.stored) second.stored.set(id, upload);
    const beginning = second.engine.begin('user');
    second.engine.end({ evict: false });
    await beginning;
    expect(statuses(second)).toEqual([]);
    await second.engine.begin('user');
    expect(statuses(second)).toEqual(['uploading']);
  });
});

describe('an upload by one request', () => {
  test('is sent again by the next page', async () => {
    const first = await started();
    first.engine.messageStored('m', 'server-m');
    first.engine.add(batch(['a']));
    expect(first.engine.needsPage).toBe(true);
    await first.clock.pass(PREPARATION_MS);
    await first.clock.settle();

    const second = await started({ stored: [...first.stored.values()] });
    await second.clock.pass(PREPARATION_MS);
    second.sendingOf('upload_m_0').respond();
    await second.clock.pass(CONCLUSION_MS);
    expect(second.updates).toEqual([{ serverId: 'server-m', fileUrls: ['/api/files/upload_m_0'] }]);
    expect(second.engine.needsPage).toBe(false);
  });

  test('for which there was no room is settled as not sent by the next page', async () => {
    const first = await started({ room: false });
    first.engine.messageStored('m', 'server-m');
    first.engine.add(batch(['a']));
    await first.clock.pass(PREPARATION_MS);
    await first.clock.settle();

    const second = await started({ stored: [...first.stored.values()] });
    await second.clock.settle();
    expect(second.engine.state.get().uploads).toMatchObject([
      { status: 'error', error: { kind: 'file-unavailable' } },
    ]);
    expect(second.updates).toEqual([{ serverId: 'server-m', fileUrls: [] }]);
    expect(second.stored.size).toBe(0);
  });
});

test('leaving the page during a resumable upload loses nothing', async () => {
  const world = await started({ config: { uploadMethod: 'resumable' } });
  world.engine.add(batch(['a']));
  await world.clock.settle();
  expect(world.engine.needsPage).toBe(false);
});

test('an unreachable server stops the speed, until progress shows it is back', async () => {
  const world = await started({ config: { uploadMethod: 'resumable' } });
  world.engine.add(batch(['a']));
  await world.clock.pass(PREPARATION_MS);
  const { reports } = world.sendingOf('upload_m_0');
  await world.clock.pass(100);
  reports.onProgress(100);
  const speed = () => world.engine.state.get().uploads.map(speedOf);
  expect(speed()).not.toEqual([null]);
  reports.onInterrupted('network');
  expect(speed()).toEqual([null]);
  await world.clock.pass(100);
  reports.onProgress(150);
  expect(speed()).not.toEqual([null]);
});

test('a silent connection has no speed and no time left, until the next progress', async () => {
  const world = await started({ config: { uploadMethod: 'resumable' } });
  world.engine.add(batch(['a']));
  await world.clock.pass(PREPARATION_MS);
  const { reports } = world.sendingOf('upload_m_0');
  await world.clock.pass(1_000);
  reports.onProgress(50);
  const figures = () =>
    world.engine.state.get().uploads.map((upload) => [speedOf(upload), secondsRemaining(upload)]);
  await world.clock.pass(4_999);
  expect(figures()).toEqual([[50, 3]]);
  await world.clock.pass(1);
  expect(figures()).toEqual([[null, null]]);
  await world.clock.pass(5_000);
  reports.onProgress(100);
  // As slow as the line was since its last sign.
  expect(figures()).toEqual([[5, 20]]);
});

test('a request that goes on has a speed, also after a failure and a retry', async () => {
  const world = await started({ config: { uploadMethod: 'resumable' } });
  world.engine.add(batch(['a']));
  await world.clock.pass(PREPARATION_MS);
  const speed = () => world.engine.state.get().uploads.map(speedOf);
  for (const bytes of [40, 80, 120]) {
    await world.clock.pass(4_000);
    world.sendingOf('upload_m_0').reports.onProgress(bytes);
  }
  await world.clock.pass(3_000);
  expect(speed()).toEqual([10]);
  world.sendingOf('upload_m_0').fail({ kind: 'unreachable' });
  await world.clock.settle();
  world.engine.retry('upload_m_0');
  await world.clock.pass(1_000);
  world.sendingOf('upload_m_0').reports.onProgress(140);
  await world.clock.pass(1_500);
  expect(speed()).toEqual([20]);
});

test('an upload does not get the timers of an earlier one with its id', async () => {
  const world = await started();
  world.engine.add(batch(['a']));
  await world.clock.pass(500);
  world.engine.end({ evict: true });
  await world.clock.settle();
  await world.engine.begin('user');
  world.engine.add(batch(['a']));
  await world.clock.pass(500);
  expect(phases(world)).toEqual(['validating']);
  await world.clock.pass(PREPARATION_MS);
  world.sendingOf('upload_m_0').respond();
  await world.clock.pass(CONCLUSION_MS);
  world.engine.clear();
  world.engine.add(batch(['a']));
  await world.clock.pass(40_000);
  expect(statuses(world)).toEqual(['uploading']);
});

test('an upload whose request could not be made fails instead of hanging', async () => {
  const world = await started();
  world.engine.add(batch(['a']));
  await world.clock.pass(PREPARATION_MS);
  world.sendingOf('upload_m_0').breakDown();
  await world.clock.settle();
  expect(world.engine.state.get().uploads).toMatchObject([
    { status: 'error', error: { kind: 'unreachable' } },
  ]);
  expect(world.logged).toEqual(['An upload failed']);
});

test('bytes that did not arrive are sent again, also the last ones of a file', async () => {
  const world = await started({ config: { uploadMethod: 'resumable' } });
  world.engine.add(batch(['a']));
  await world.clock.pass(PREPARATION_MS);
  const { reports } = world.sendingOf('upload_m_0');
  reports.onProgress(100);
  reports.onInterrupted('network');
  await world.clock.pass(100);
  reports.onProgress(50);
  // No negative one.
  expect(world.engine.state.get().uploads.map(speedOf)).toEqual([null]);
  reports.onProgress(200);
  expect(phases(world)).toEqual(['chunk_verifying']);
  expect(world.engine.state.get().uploads.map(chunksOf)).toEqual([{ current: 2, total: 2 }]);
  reports.onInterrupted('server');
  expect(world.engine.state.get().uploads).toMatchObject([{ waitsFor: 'server' }]);
  await world.clock.pass(100);
  reports.onProgress(60);
  expect(phases(world)).toEqual(['uploading']);
  expect(world.engine.state.get().uploads.map(sentBytes)).toEqual([60]);
  expect(world.engine.state.get().uploads.map(speedOf)).toEqual([null]);
  reports.onProgress(200);
  reports.onInterrupted('server');
  reports.onServerWorking('stitching');
  expect(phases(world)).toEqual(['stitching']);
  expect(world.engine.state.get().uploads).toMatchObject([{ waitsFor: null }]);
});

test('a cancelled upload leaves the list after 5 s, and clearing the last one closes the manager', async () => {
  const world = await started();
  world.engine.add(batch(['a', 'b']));
  await world.clock.pass(PREPARATION_MS);
  world.engine.cancel('upload_m_0');
  world.sendingOf('upload_m_1').fail({ kind: 'unreachable' });
  await world.clock.pass(5_000);
  expect(statuses(world)).toEqual(['error']);
  expect([...world.stored.keys()]).toEqual(['upload_m_1']);
  world.engine.clear();
  expect(world.engine.state.get().drawer.form).toBe('closed');
  // The next page would take it up again.
  await world.clock.settle();
  expect(world.stored.size).toBe(0);
  expect(world.abandoned).toEqual(['upload_m_0', 'upload_m_1']);
});
