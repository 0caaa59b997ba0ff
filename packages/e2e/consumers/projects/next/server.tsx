// Replaces the code of Next.js that runs on the server: `node dist/server/main.js <base URL>` prints the page.
import { renderToString } from 'react-dom/server';
import Page, { getServerSideProps } from './pages/index';

getServerSideProps({ query: { baseUrl: process.argv[2] } }).then(({ props }) => {
  const data = JSON.stringify({ props }).replaceAll('<', '\\u003c');
  console.log(
    `<!doctype html><html lang="en"><title>Rules</title><link rel="icon" href="data:,"><div id="__next">${renderToString(
      <Page {...props} />,
    )}</div><script id="__NEXT_DATA__" type="application/json">${data}</script><script src="main.js"></script></html>`,
  );
});
