import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Rules } from './Rules';

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <Rules />
  </StrictMode>,
);
