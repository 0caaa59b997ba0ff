import { aispmMock } from '@aispm/mock/vite';
import { defineConfig } from 'vite';

export default defineConfig({ plugins: [aispmMock({ stateful: true })] });
