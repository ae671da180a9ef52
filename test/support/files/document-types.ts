import { expect } from 'vitest';
import { detectDocumentType } from '../../../shared/library/documents/types/detect.ts';
import { inMemory } from '../../../shared/library/documents/types/source.ts';
import { SAMPLE_TYPES } from './documents.ts';

export function judge(
  bytes: Buffer | string,
  filename: string,
  contentType: string | null = null,
  allowed: readonly string[] = SAMPLE_TYPES,
) {
  return detectDocumentType(inMemory(Buffer.from(bytes)), { filename, contentType }, allowed);
}

export const refused = { fault: expect.any(String) };
