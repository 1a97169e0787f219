import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { navigate, useLocation, usePath } from './location.ts';

test('a change of the query renders what reads the location, and not what reads the path', async () => {
  const before = location.href;
  const rendered: string[] = [];
  const Path = () => {
    rendered.push(`path ${usePath()}`);
    return null;
  };
  const Query = () => {
    const { query } = useLocation();
    rendered.push(`query ${query}`);
    return <p>{query}</p>;
  };
  navigate('/deals?q=tent');
  const { getByText } = await render(
    <>
      <Path />
      <Query />
    </>,
  );
  rendered.length = 0;
  navigate('/deals?q=bike');
  await expect.element(getByText('?q=bike')).toBeVisible();
  expect(rendered).toEqual(['query ?q=bike']);
  navigate('/trending');
  await expect.poll(() => rendered).toContain('path /trending');
  navigate(before, { replace: true });
});
