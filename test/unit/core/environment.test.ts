import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  readVariable,
  setMissingVariables,
  setVariables,
  unsetVariable,
} from '../../../infra/core/environment.ts';

afterEach(() => vi.unstubAllEnvs());

describe('readVariable()', () => {
  it('returns the default of a variable that is not set', () => {
    vi.stubEnv('DATA_DIR', undefined);
    vi.stubEnv('SECRETS', undefined);
    expect(readVariable('DATA_DIR')).toBe('.local');
    expect(readVariable('SECRETS')).toEqual({});
  });

  it.each([
    ['SECRETS', '{"a": 1}', 'SECRETS: must be a JSON object of texts'],
    ['ENGINES_OVER_HTTP', 'true', 'ENGINES_OVER_HTTP: must be yes or no'],
    ['AWS_ENDPOINT_URL_S3', 'localhost', 'AWS_ENDPOINT_URL_S3: must be a URL'],
    ['TABLE_NAME', '', 'TABLE_NAME: is not set'],
    ['MEDIA_BUCKET', undefined, 'MEDIA_BUCKET: is not set'],
  ] as const)('names %s when it is %s', (name, value, message) => {
    vi.stubEnv(name, value);
    expect(() => readVariable(name)).toThrow(message);
  });

  it('treats an empty endpoint as not set', () => {
    vi.stubEnv('AWS_ENDPOINT_URL_S3', '');
    expect(readVariable('AWS_ENDPOINT_URL_S3')).toBe('');
  });
});

describe('the variables of this process', () => {
  it('change only where a value is given', () => {
    vi.stubEnv('TABLE_NAME', 'one');
    setVariables({ TABLE_NAME: undefined });
    expect(readVariable('TABLE_NAME')).toBe('one');
    setVariables({ TABLE_NAME: 'two' });
    setMissingVariables({ TABLE_NAME: 'three' });
    expect(readVariable('TABLE_NAME')).toBe('two');
    unsetVariable('TABLE_NAME');
    setMissingVariables({ TABLE_NAME: 'three' });
    expect(readVariable('TABLE_NAME')).toBe('three');
    vi.stubEnv('TABLE_NAME', '');
    setMissingVariables({ TABLE_NAME: 'four' });
    expect(readVariable('TABLE_NAME')).toBe('four');
  });
});
