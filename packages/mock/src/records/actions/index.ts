/** The handlers of all actions. */
import type { IHttpResponse } from '@stoplight/prism-http';
import type { ActionName } from '../../sample-data/collections.ts';
import type { ActionContext } from '../../state/context.ts';
import { change } from './change.ts';
import { changeAll, changeObjects } from './change-all.ts';
import { create } from './create.ts';
import { download } from './download.ts';
import { startViewExport } from './export.ts';
import { ingestAll } from './ingest.ts';
import { list } from './list.ts';
import { listExports } from './list-exports.ts';
import { listGroups } from './list-groups.ts';
import { listRecordHistory } from './list-history.ts';
import { read } from './read.ts';
import { readExport } from './read-export.ts';
import { remove } from './remove.ts';
import { replace } from './replace.ts';
import { replay } from './replay.ts';
import { rotate } from './rotate.ts';
import { run } from './run.ts';
import { stop } from './stop.ts';

/**
 * Executes an action.
 *
 * @returns the response; undefined for the response without state
 * @throws {ApiError} when the state of the records doesn't allow the action
 */
type ActionHandler = (context: ActionContext) => IHttpResponse | undefined;

/** The handler of each action. */
export const ACTION_HANDLERS: Record<ActionName, ActionHandler> = {
  list,
  read,
  create,
  replace,
  change,
  changeAll,
  changeObjects,
  ingest: ingestAll,
  listHistory: listRecordHistory,
  remove,
  run,
  stop,
  rotate,
  replay,
  export: startViewExport,
  readExport,
  listExports,
  download,
  listGroups,
};
