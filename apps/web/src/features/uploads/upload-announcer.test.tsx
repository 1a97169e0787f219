import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import '#shared/styles/tokens.css';
import '#shared/styles/base.css';
import { UploadAnnouncer } from './upload-announcer.tsx';

test('visually hidden announcements do not make a full-height page scroll', async () => {
  await render(
    <>
      <div style={{ height: '100dvh' }} />
      <UploadAnnouncer uploads={[]} />
    </>,
  );
  expect(document.querySelector('output')).not.toBeNull();
  const { scrollHeight, clientHeight } = document.documentElement;
  expect(scrollHeight).toBe(clientHeight);
});
