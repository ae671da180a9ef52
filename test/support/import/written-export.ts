import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { KINDS } from '../../../infra/cli/export/format/lines.ts';

interface Parts {
  /** The texts of the files that are not empty. */
  files?: Record<string, string>;
  /** Members of the manifest that replace the right ones. */
  manifest?: Record<string, unknown>;
  /** Members of the manifest's files that replace the right ones. */
  listed?: Record<string, unknown>;
}

/** Writes an export by hand, with the right checksums. @returns its folder, which has a parent of its own */
export function writeExport({ files = {}, manifest = {}, listed = {} }: Parts = {}): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'written-')), 'export');
  const texts = new Map([...KINDS.map(kind => [`${kind}.jsonl`, ''] as const), ...Object.entries(files)]);
  const found: Record<string, unknown> = {};
  const counts: Record<string, number> = {};
  for (const [name, text] of texts) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
    found[name] = { bytes: Buffer.byteLength(text), sha256: createHash('sha256').update(text).digest('hex') };
    if (name.endsWith('.jsonl')) counts[name.slice(0, -6)] = text.split('\n').length - 1;
  }
  const whole = {
    ...{ format: 1, site: 'http://a.example', exported_at: '', counts, unresolved_shortcodes: 0 },
    ...{ files: { ...found, ...listed }, ...manifest },
  };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(whole));
  return folder;
}
