import { QueryClientProvider } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { createQueryClient, RECOVERY_INTERVAL_MS } from '#core/api/query-client.ts';
import { TextPreview } from './text-preview.tsx';

test.for([
  [503, 2],
  [404, 1],
] as const)('a file with status %i is requested %i times', async ([status, times]) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status }));
  const queries = createQueryClient();
  const { container } = await render(
    <QueryClientProvider client={queries}>
      <TextPreview url="/api/files/1" name="notes.txt" />
    </QueryClientProvider>,
  );
  await expect.poll(() => container.innerHTML).toBe('');
  vi.advanceTimersByTime(RECOVERY_INTERVAL_MS);
  await expect.poll(() => queries.isFetching()).toBe(0);
  expect(fetched).toHaveBeenCalledTimes(times);
});
