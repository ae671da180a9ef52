import { describe, expect, it } from 'vitest';
import { useApi } from '../../support/api/api.ts';

const api = useApi();

describe('the readers’ site without public reading', () => {
  it('answers 403 and names the setting that opens it', async () => {
    const response = await fetch(new URL('/', api.stack.url), { headers: { accept: 'text/html' } });

    expect(response.status).toBe(403);
    expect(await response.text()).toContain('features.publicRead');
  });
});
