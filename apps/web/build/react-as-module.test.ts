import { expect, test } from 'vitest';
import { reactAsModule } from './react-as-module.ts';
import { buildFiles } from './testing/build-files.ts';

test('React is one module, however it is imported, also by itself', async () => {
  const { run, code } = await buildFiles(reactAsModule(), {
    'apps/web/src/page.tsx': `
      import React, { useState, Fragment } from 'react';
      import * as all from 'react';
      import { renderToStaticMarkup } from 'react-dom/server.browser';
      const Count = () => {
        const [count] = useState(7);
        return <Fragment><b>{count}</b></Fragment>;
      };
      export const html = renderToStaticMarkup(<Count />);
      export const isSame = [React.useState, all.useState, all.default.useState]
        .every((one) => one === useState);
    `,
  });
  expect(await run()).toMatchObject({ html: '<b>7</b>', isSame: true });
  expect(code).not.toMatch(/\(0, \w+\.(?:jsxs?|useState)\)/);
});
