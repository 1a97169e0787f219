import type { Page } from 'playwright-core';

/** What an address loads with an empty cache, in bytes on the wire, until nothing more comes. */
export const measureLoadedBytes = async (
  page: Page,
  url: string,
): Promise<{ readonly javascriptBytes: number; readonly allBytes: number }> => {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.setCacheDisabled', { cacheDisabled: true });
  const scripts = new Set<string>();
  let javascriptBytes = 0;
  let allBytes = 0;
  client.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    allBytes += encodedDataLength;
    if (scripts.has(requestId)) javascriptBytes += encodedDataLength;
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await client.detach();
  return { javascriptBytes, allBytes };
};
