import { maskedHeaders } from '../../../shared/posts/webhooks/present.ts';
import type { Manifest } from '../export/format/manifest.ts';
import { readValidLines } from './folder.ts';

/** What people have to do after an import, since an export holds no secrets: a line for each author and each webhook. */
export async function openTasks(folder: string, { invitations = [] }: Manifest): Promise<string[]> {
  const invited = new Set(invitations);
  const authors: string[] = [];
  for await (const { id, name, email } of readValidLines(folder, 'authors'))
    if (invited.has(id)) authors.push(`  ${id} ${name}${email === null ? '' : ` <${email}>`}`);
  const webhooks: string[] = [];
  for await (const { id, url, headers } of readValidLines(folder, 'webhooks')) {
    const masked = maskedHeaders(headers);
    webhooks.push(`  ${id} ${url}${masked.length === 0 ? '' : `, and the headers ${masked.join(', ')}`}`);
  }
  return [
    ...section('These authors had a password. Invite them, or give them a new one:', authors),
    ...section('These webhooks need a new secret (PUT /webhooks/<id> with "secret": null):', webhooks),
  ];
}

function section(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [heading, ...lines];
}
