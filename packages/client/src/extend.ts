export { type CustomOperation, defineOperation } from './extend/define-operation.ts';
export { withOptions } from './extend/with-options.ts';
