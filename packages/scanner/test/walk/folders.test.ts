import { posix, win32 } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commonFolder, findProgram, isBelow, portablePath } from '../../src/walk/folders.ts';

describe('paths', () => {
  it('have slashes in documents on every platform', () => {
    expect(portablePath('/srv/models', '/srv/models/a/b.gguf', posix)).toBe('a/b.gguf');
    expect(portablePath('C:\\models', 'C:\\models\\a\\b.gguf', win32)).toBe('a/b.gguf');
    // Elsewhere, a backslash is a character of a name.
    expect(portablePath('/srv', '/srv/a\\b.gguf', posix)).toBe('a\\b.gguf');
  });

  it.each([
    [posix, '/', '/a', true],
    [posix, '/srv/a', '/srv/a/b', true],
    [posix, '/srv/a', '/srv/ab', false],
    [posix, '/srv/a', '/srv/a', false],
    [win32, 'C:\\', 'C:\\a', true],
    [win32, 'C:\\a', 'C:\\a\\b', true],
    [win32, 'C:\\a', 'C:\\ab', false],
    [win32, 'C:\\a', 'D:\\a\\b', false],
  ])('are below a folder or not: case %#', (rules, folder, file, expected) => {
    expect(isBelow(folder, file, rules)).toBe(expected);
  });

  it.each([
    [posix, ['/srv/a', '/srv/a/b', '/srv/c'], '/srv'],
    [posix, ['/srv/a', '/opt'], '/'],
    [posix, ['/srv/a'], '/srv/a'],
    [win32, ['C:\\models\\a', 'C:\\models\\b'], 'C:\\models'],
    [win32, ['C:\\a', 'C:\\b'], 'C:\\'],
    [win32, ['C:\\a', 'D:\\b'], undefined],
    [win32, ['\\\\host\\share\\a', 'C:\\b'], undefined],
  ])('have a folder in common, or are on several drives: case %#', (rules, folders, expected) => {
    expect(commonFolder(folders, rules)).toBe(expected);
  });
});

describe('a program', () => {
  const find = (searchPath: string) =>
    findProgram('git.exe', searchPath, (file) => /repository|Git/.test(file) || !win32.isAbsolute(file), win32);

  it('is found in the first folder that has it', () => {
    expect(find('C:\\Windows;C:\\Git\\cmd;D:\\Git')).toBe('C:\\Git\\cmd\\git.exe');
  });

  it('is not found in the current folder', () => {
    expect(find('.;;bin;C:\\Windows')).toBeUndefined();
  });
});
