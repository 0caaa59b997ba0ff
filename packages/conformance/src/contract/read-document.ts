/** Reads the document of a contract. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Document, isJsonObject } from '@aispm/openapi';
import { ContractError } from '../core/errors.ts';
import { SHIPPED_CONTRACT } from './shipped-contract.ts';

/**
 * Reads an OpenAPI document.
 *
 * @param source path of a JSON file, or the parsed document; by default the contract that comes with this package
 * @throws {ContractError} when the file is missing or not JSON, or is not an OpenAPI document
 */
export async function readDocument(source?: string | object): Promise<Document> {
  const document = typeof source === 'object' ? source : await readJson(source ?? fileURLToPath(SHIPPED_CONTRACT));
  if (!isJsonObject(document) || typeof document.openapi !== 'string' || !isJsonObject(document.info)) {
    const file = typeof source === 'string' ? source : undefined;
    throw new ContractError('It is not an OpenAPI document: the properties "openapi" and "info" are missing.', file);
  }
  // Other properties are checked when they are read.
  return document as unknown as Document;
}

async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new ContractError(error.code === 'ENOENT' ? 'There is no such file.' : `${error.message}.`, file);
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = `It is not JSON (${(error as Error).message}). Use the bundle of the contract as JSON.`;
    throw new ContractError(reason, file);
  }
}
