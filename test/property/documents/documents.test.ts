import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectDocumentType } from '../../../shared/library/documents/types/detect.ts';
import { inMemory } from '../../../shared/library/documents/types/source.ts';
import { sendForm } from '../../support/resources/images.ts';
import { makeDocument } from '../../support/resources/documents.ts';
import { useApi } from '../../support/api/api.ts';
import { SAMPLE_TYPES, SAMPLES } from '../../support/files/documents.ts';
import { rounds } from '../../support/run/rounds.ts';

const api = useApi();

const type = fc.constantFrom(...SAMPLE_TYPES);

/** A valid document with random changes of bytes, or random bytes. */
const content = fc.oneof(
  fc.uint8Array({ maxLength: 2000 }).map(bytes => Buffer.from(bytes)),
  fc
    .tuple(
      type,
      fc.array(fc.tuple(fc.nat(), fc.nat({ max: 8 }), fc.uint8Array({ maxLength: 8 })), { maxLength: 6 }),
    )
    .map(([type, changes]) =>
      changes.reduce((bytes, [seed, length, put]) => {
        const at = seed % (bytes.length + 1);
        return Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + length)]);
      }, Buffer.from(SAMPLES[type])),
    ),
  // Extreme numbers, written over others of the same length in headers and directories.
  fc
    .tuple(
      type,
      fc.array(fc.tuple(fc.nat(), fc.constantFrom(0, 1, 0x7fffffff, 0xfffffffe, 0xffffffff)), {
        maxLength: 6,
      }),
    )
    .map(([type, changes]) => {
      const bytes = Buffer.from(SAMPLES[type]);
      for (const [seed, number] of changes) bytes.writeUInt32LE(number, seed % Math.max(1, bytes.length - 4));
      return bytes;
    }),
);

describe('content of a random document', () => {
  it('is detected as its type or refused after fewer than ten reads', async () => {
    await fc.assert(
      fc.asyncProperty(content, type, async (bytes, type) => {
        let reads = 0;
        const { size, read } = inMemory(bytes);
        const source = {
          size,
          read: (range: { from: number; to: number }) => {
            reads++;
            expect(range.from).toBeGreaterThanOrEqual(0);
            expect(range.to).toBeLessThan(size);
            expect(range.from).toBeLessThanOrEqual(range.to);
            return read(range);
          },
        };
        const verdict = await detectDocumentType(
          source,
          { filename: `a.${type}`, contentType: null },
          SAMPLE_TYPES,
        );
        expect(verdict).toEqual(
          expect.toSatisfy((seen: object) => ('fault' in seen ? true : 'type' in seen && seen.type === type)),
        );
        expect(reads).toBeLessThan(10);
      }),
      { numRuns: rounds(300, 3000) },
    );
  });

  it('gets success or a documented error when it is uploaded in a form', async () => {
    const { id } = await makeDocument(api);
    const name = fc.oneof(
      type.map(type => `a.${type}`),
      fc.string({ maxLength: 20 }).filter(text => !/["\r\n\\]/.test(text)),
    );
    const declared = fc.option(
      fc.constantFrom('application/pdf', 'text/csv', 'text/html', 'x', 'image/png;a=b'),
    );
    await fc.assert(
      fc.asyncProperty(content, name, declared, fc.boolean(), async (bytes, filename, type, isEdit) => {
        const part = { name: 'file', filename, content: bytes, ...(type !== null && { type }) };
        const reply = isEdit
          ? await sendForm(api, `/documents/${id}`, [part], { method: 'PUT' })
          : await sendForm(api, '/documents', [part]);
        expect([200, 400, 415]).toContain(reply.status);
        if (reply.status !== 200)
          expect(['invalid_input', 'malformed_multipart', 'unsupported_media_type']).toContain(
            reply.body.status.code,
          );
      }),
      { numRuns: rounds(30, 300) },
    );
  });

  it('gets 200, 400 or 415 as the raw body of an edit', async () => {
    const { id } = await makeDocument(api);
    const headers = fc.record(
      {
        'content-type': fc.constantFrom(
          'application/pdf',
          'application/json',
          'text/csv',
          'multipart/form-data',
          '',
        ),
        'content-disposition': fc.constantFrom(
          'attachment; filename=a.pdf',
          'inline',
          'x;y',
          "attachment; filename*=UTF-8''a.csv",
        ),
      },
      { requiredKeys: [] },
    );
    const body = fc.oneof(
      content,
      fc.json().map(text => Buffer.from(text)),
    );
    await fc.assert(
      fc.asyncProperty(body, headers, async (raw, headers) => {
        const reply = await api.send('PUT', `/documents/${id}`, { raw, headers });
        expect([200, 400, 415]).toContain(reply.status);
      }),
      { numRuns: rounds(30, 300) },
    );
  });
});
