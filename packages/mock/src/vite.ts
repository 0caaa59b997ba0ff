/** The mock as a Vite plugin, on the origin of the development server, so that pages need neither CORS nor a second port. */
import { resolve } from 'node:path';
import type { Connect, Logger, Plugin } from 'vite';
import { createMock, type Mock } from './hosts/mock.ts';
import type { MockOptions } from './hosts/mock-options.ts';

/**
 * Milliseconds between a change of the contract and its reload. The watcher only reports the first of several changes within 50 ms,
 * but the reload must read the last.
 */
const RELOAD_DELAY_MS = 100;

/** Serves the mock at the contract's base path, in `vite dev` and `vite preview`. */
export function aispmMock(options: MockOptions = {}): Plugin {
  return {
    name: 'aispm-mock',
    async configureServer({ middlewares, config: { logger }, watcher, ws }) {
      const mock = await serveMock(options, middlewares, logger);
      if (typeof options.contract !== 'string') return;
      const contract = resolve(options.contract);
      const reload = async () => {
        try {
          await mock.reload();
          logger.info(`AISPM mock: reloaded the contract, ${mock.operationCount} operations`, { timestamp: true });
          ws.send({ type: 'full-reload' });
        } catch (error) {
          const message = `AISPM mock: ${(error as Error).message} The mock continues with the previous contract.`;
          logger.error(message, { timestamp: true });
        }
      };
      let timer: NodeJS.Timeout | undefined;
      watcher.add(contract).on('change', (file) => {
        if (resolve(file) !== contract) return;
        clearTimeout(timer);
        timer = setTimeout(reload, RELOAD_DELAY_MS);
      });
    },
    async configurePreviewServer({ middlewares, config: { logger } }) {
      await serveMock(options, middlewares, logger);
    },
  };
}

async function serveMock(options: MockOptions, middlewares: Connect.Server, logger: Logger): Promise<Mock> {
  const mock = await createMock(options);
  middlewares.use(mock.middleware);
  logger.info(`AISPM mock: ${mock.operationCount} operations at ${mock.basePath || '/'}`);
  return mock;
}
