import type { IncomingMessage, ServerResponse } from 'node:http';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { lazy } from '../../shared/platform/core/lazy.ts';
import { ROOT } from '../core/root.ts';
import type { BackPressure } from '../aws-local/http-api/back-pressure.ts';
import type { Disk } from '../aws-local/disk.ts';

/** What `GET /health` answers, for monitors. It contains no data of the newsroom and needs no key. */
export interface Health {
  status: 'ok' | 'failing';
  version: string;
  /** null when the data is in memory. */
  disk: { writable: boolean; free_bytes: number; fault: string | null } | null;
  /** How long the oldest due job has been waiting, in seconds. */
  backlog_age_s: number;
}

const Package = v.object({ version: v.string() });
const readVersion = lazy(async () => {
  const text = await readFile(join(ROOT, 'package.json'), 'utf8');
  return v.parse(Package, JSON.parse(text)).version;
});

export async function readHealth({ lagS }: BackPressure, disk: Disk | undefined): Promise<Health> {
  const state = await disk?.readState();
  const isOk = !state || state.fault === null;
  return {
    status: isOk ? 'ok' : 'failing',
    version: await readVersion(),
    disk: state ? { writable: isOk, free_bytes: state.freeBytes, fault: state.fault } : null,
    backlog_age_s: lagS,
  };
}

export function isHealth({ url, method }: IncomingMessage): boolean {
  return url === '/health' && (method === 'GET' || method === 'HEAD');
}

/** Answers 503 while the disk cannot be written, so that a monitor needs only the status. */
export async function sendHealth(response: ServerResponse, read: () => Promise<Health>): Promise<void> {
  const health = await read();
  response
    .writeHead(health.status === 'ok' ? 200 : 503, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    })
    .end(JSON.stringify(health));
}
