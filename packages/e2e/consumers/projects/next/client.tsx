// Replaces the code of Next.js that runs in the browser.
import { hydrateRoot } from 'react-dom/client';
import Page from './pages/index';

const { props } = JSON.parse(document.getElementById('__NEXT_DATA__')?.textContent ?? '');
hydrateRoot(document.getElementById('__next') as HTMLElement, <Page {...props} />);
