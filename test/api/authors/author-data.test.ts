import { describe, expect, it } from 'vitest';
import { useApi } from '../../support/api/api.ts';
import { expectRefused } from '../../support/api/refused.ts';

const api = useApi({
  authorSpecificDataSchema: {
    type: 'object',
    required: ['desk'],
    properties: { desk: { enum: ['news', 'sport'] }, site_title: { type: 'string' } },
    additionalProperties: false,
  },
});
const AUTHORS = '/api/1.1/authors';

describe('specific_data on a site with a schema', () => {
  it('accepts specific_data that matches the schema', async () => {
    const { body } = await api.post(AUTHORS, { specific_data: { desk: 'news' } });
    expect(body.specific_data).toEqual({ desk: 'news' });
  });

  it('returns 400 with every fault when specific_data does not match the schema', async () => {
    const edited = (await api.post(AUTHORS, { specific_data: { desk: 'news' } })).body;
    const wrong = { first_name: 'a', last_name: 'b', specific_data: { site_title: 7, more: true } };
    for (const reply of [await api.post(AUTHORS, wrong), await api.put(`${AUTHORS}/${edited.id}`, wrong)]) {
      expectRefused(
        reply,
        400,
        'invalid_input',
        'specific_data: Instance does not have required property "desk".',
        'specific_data.site_title: Instance type "number" is invalid. Expected "string".',
        'specific_data.more: is not allowed',
      );
    }
  });

  it('keeps specific_data when an edit leaves it out', async () => {
    const { id } = (await api.post(AUTHORS, { specific_data: { desk: 'sport' } })).body;
    const { body } = await api.put(`${AUTHORS}/${id}`, { first_name: 'a', last_name: 'b' });
    expect(body.specific_data).toEqual({ desk: 'sport' });
  });
});
