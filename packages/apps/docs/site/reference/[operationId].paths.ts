import { listRoutes } from '../../build/reference/routes.ts';

export default { paths: () => listRoutes('operation', 'operationId') };
