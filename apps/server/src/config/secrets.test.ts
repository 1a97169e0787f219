import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { settingsInForce } from './secrets.ts';
import { settingDescriptions } from './setting-kinds.ts';
import { settingsSchema } from './settings.ts';

const byName = (environment: Record<string, string>) =>
  new Map(settingsInForce(environment).map((setting) => [setting.name, setting]));

test('every setting is named with where it came from, and no secret is shown', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'izgodno-settings-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'token');
  writeFileSync(file, 'token-from-a-file-123\n');
  const settings = byName({
    PORT: '5001',
    READS_PER_MINUTE: '70',
    METRICS_TOKEN_FILE: file,
    DATABASE_URL: 'postgresql://deals:hunter2@db/deals',
    BUS_URL: 'nats://only-a-token@bus:4222, tls://me:hunter3@bus:4223',
    S3_SECRET_ACCESS_KEY: 'very-secret-access',
  });
  expect([...settings.keys()]).toEqual(Object.keys(settingsSchema.shape));
  expect(settings.get('PORT')).toEqual({ name: 'PORT', value: '5001', origin: 'environment' });
  expect(settings.get('HOST')).toMatchObject({ value: 'localhost', origin: 'default' });
  expect(settings.get('SMTP_URL')).toMatchObject({ value: null, origin: 'default' });
  expect(settings.get('BUDGET_PER_MINUTE')).toMatchObject({ value: '70', origin: 'environment' });
  expect(settings.get('METRICS_TOKEN')).toMatchObject({ value: '***', origin: 'file' });
  expect(settings.get('BUS_URL')?.value).toBe('nats://***@bus:4222, tls://***@bus:4223');
  const text = JSON.stringify([...settings.values()]);
  expect(text).not.toMatch(/hunter|only-a-token|very-secret|token-from-a-file/);
});

test('the value of no setting that is a secret is shown', () => {
  for (const [name, schema] of Object.entries(settingsSchema.shape)) {
    if (settingDescriptions.get(schema)?.isSecret !== true) continue;
    expect(byName({ [name]: 'a-secret-of-someone' }).get(name)?.value).toBe('***');
  }
});
