/** The part of the router `rou3` that the mock uses; the build bundles it. */
export { addRoute, createRouter, findAllRoutes } from 'rou3';
