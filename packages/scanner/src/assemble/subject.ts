/** What is scanned, as documents name it. */
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import type { Repository } from '../walk/git.ts';
import type { Subject } from './document.ts';

/** Options that name a subject. */
export interface SubjectOptions {
  /** Names the repository in every scan. Default: the URL of its remote without the scheme, or the name of the folder. */
  readonly target?: string;
  /** `ci` when a pipeline runs the scan. */
  readonly trigger?: 'manual' | 'ci';
}

/** Describes a folder. `ownersOf` says who owns a path of its repository. */
export function describeSubject(
  root: string,
  repository: Repository | undefined,
  options: SubjectOptions,
  ownersOf: Subject['ownersOf'],
): Subject {
  const address = repository?.url?.replace(/^https?:\/\//, '');
  const target = options.target ?? address ?? basename(root);
  return {
    target: target === '' ? createHash('sha256').update(root).digest('hex').slice(0, 12) : target,
    ...(repository?.url !== undefined && { repositoryUrl: repository.url }),
    ...(repository?.branch !== undefined && { branch: repository.branch }),
    ...(repository?.commit !== undefined && { commit: repository.commit }),
    prefix: repository?.prefix ?? '',
    toolVersion: packageJson.version,
    trigger: options.trigger ?? 'manual',
    ownersOf,
  };
}
