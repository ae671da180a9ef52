import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  GetObjectCommand,
  S3Client,
  S3ServiceException,
  type GetObjectCommandOutput,
} from '@aws-sdk/client-s3';
import { environment } from '../../../shared/platform/core/environment.ts';
import { AVATAR_SVG, SERVED_HEADERS } from '../../../shared/library/media/served.ts';
import { report } from '../../core/terminal.ts';
import { decodePath } from './event.ts';
import { isNamed } from './named-media.ts';
import { QUOTAS } from '../quotas.ts';

const ROOT = '/media/';

/** S3's statuses that the reader gets unchanged: not modified, not found, no such range. */
const FORWARDED_STATUSES = new Set([304, 404, 416]);

const NOT_FOUND = 404;

/** An operator is to know of a file that is lost. Any other address without a file is the reader's mistake. */
async function reportLost(key: string): Promise<void> {
  if (await isNamed(key).catch(() => false))
    report(`The object media/${key} is missing, but its record is there. Restore a backup of it.`);
}

/** As on a deployment, other paths below `/media/` are the site's, which may have a section of this name. */
export function isMedia({ url = '' }: IncomingMessage): boolean {
  return /^\/media\/(?:(?:images|documents)\/|avatar\.svg(?:\?|$))/.test(url);
}

/** A key of a bucket has at most 1,024 bytes. */
function isObjectKey(key: string): boolean {
  return /^(images|documents)\//.test(key) && Buffer.byteLength(key) <= QUOTAS.objectKeyBytes.max;
}

/** The CDN on this machine: the same objects, paths and headers. */
export class LocalMedia {
  readonly #client = new S3Client({ forcePathStyle: true, responseChecksumValidation: 'WHEN_REQUIRED' });

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const key = decodePath((request.url ?? '').split('?')[0] ?? '').slice(ROOT.length);
    if (request.method !== 'GET' && request.method !== 'HEAD') end(response, 405, { allow: 'GET, HEAD' });
    else if (key === 'avatar.svg') end(response, 200, { 'content-type': 'image/svg+xml' }, AVATAR_SVG);
    else if (!isObjectKey(key)) end(response, 404);
    else await this.#send(key, request, response);
  }

  async #send(key: string, { headers, method }: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const object = await this.#client.send(
        new GetObjectCommand({
          Bucket: environment().MEDIA_BUCKET,
          Key: key,
          Range: headers.range,
          IfNoneMatch: headers['if-none-match'],
        }),
      );
      response.writeHead(object.ContentRange === undefined ? 200 : 206, toHeaders(object));
      if (object.Body instanceof Readable && method === 'GET') await pipeline(object.Body, response);
      else response.end();
    } catch (error) {
      // The client has disconnected.
      if (response.destroyed) return;
      const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
      if (status === undefined || !FORWARDED_STATUSES.has(status)) throw error;
      end(response, status);
      if (status === NOT_FOUND) await reportLost(key);
    }
  }

  close(): void {
    this.#client.destroy();
  }
}

function toHeaders(object: GetObjectCommandOutput): Record<string, string> {
  return {
    ...SERVED_HEADERS,
    ...Object.fromEntries(
      Object.entries({
        'content-type': object.ContentType,
        'content-length': object.ContentLength?.toString(),
        'content-range': object.ContentRange,
        'content-disposition': object.ContentDisposition,
        'cache-control': object.CacheControl,
        'accept-ranges': object.AcceptRanges,
        etag: object.ETag,
      }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
  };
}

function end(
  response: ServerResponse,
  status: number,
  headers: Record<string, string> = {},
  body?: string,
): void {
  response.writeHead(status, { ...SERVED_HEADERS, ...headers });
  response.end(body);
}
