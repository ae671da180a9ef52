import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { openApi } from '../../../../infra/sites/reference/document.ts';

const document: any = await openApi({ site: {} });

/** All values in the document under this name. */
function* all(name: string, value: unknown = document): Generator<any> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    if (key === name) yield member;
    yield* all(name, member);
  }
}

describe('the OpenAPI document for other tools', () => {
  it('passes the linter of Redocly without a warning', async () => {
    // The contract has `/follows/{author_id}/sections` and `/follows/sections/{section_id}`; the service takes ids only.
    const rules = { 'no-ambiguous-paths': 'off' } as const;
    const config = await createConfig({ extends: ['recommended'], rules });
    const problems = await lintFromString({ source: JSON.stringify(document), config });

    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });

  it('has no choice twice', () => {
    for (const choices of all('anyOf')) {
      const texts = choices.map((choice: unknown) => JSON.stringify(choice));
      expect(new Set(texts).size, texts.join()).toBe(texts.length);
    }
  });

  it('has only patterns that other languages compile', () => {
    const patterns = new Set([...all('pattern')].filter(pattern => typeof pattern === 'string'));

    expect(patterns.size).toBeGreaterThan(5);
    for (const pattern of patterns) {
      expect(pattern).not.toMatch(/\\[pu]\{|\(\?</);
      expect(() => new RegExp(pattern, 'u')).not.toThrow();
    }
  });

  it('keeps the file of every form, and no key in a URL', () => {
    const forms = [...all('multipart/form-data')];

    expect(forms.length).toBe(3);
    for (const { schema } of forms) expect(schema.properties.file.items.format).toBe('binary');
    for (const content of all('requestBody'))
      if ('multipart/form-data' in content.content)
        expect(Object.keys(content.content)).not.toContain('application/json');
    for (const scheme of Object.values<any>(document.components.securitySchemes))
      expect(scheme.in).not.toBe('query');
  });
});
