import { expect } from 'vitest';
import { SAMPLES, type SampleType } from '../files/documents.ts';
import type { Part } from '../web/form.ts';
import type { Api, Call } from '../api/api.ts';
import { filePart, sendForm } from './images.ts';
import { ok } from './posts.ts';

/** A file part with the sample document of a type. */
export function sample(type: SampleType, filename = `minutes.${type}`, declared?: string): Part {
  return filePart(SAMPLES[type], filename, declared);
}

export function makeDocument(api: Api, part: Part = sample('pdf'), call: Call = {}): Promise<any> {
  return ok(sendForm(api, '/documents', [part], call));
}

/** The file that a document links to, as the media host serves it. */
export async function served({ file_original_url }: { file_original_url: string }) {
  const response = await fetch(file_original_url);
  return {
    status: response.status,
    bytes: Buffer.from(await response.arrayBuffer()),
    type: response.headers.get('content-type'),
    disposition: response.headers.get('content-disposition'),
    cache: response.headers.get('cache-control'),
    sniff: response.headers.get('x-content-type-options'),
  };
}

export const aFileUrl = expect.stringMatching(
  /^http:\/\/127\.0\.0\.1:\d+\/media\/documents\/\d+\/[0-9a-f-]{36}\/[a-z0-9-]+\.[a-z]+$/,
);
