import { Validator } from '@cfworker/json-schema';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NAMESPACE, writeMetrics } from '../../../../shared/platform/log/metrics.ts';

function text(maxLength: number) {
  return { type: 'string', minLength: 1, maxLength };
}

/** The schema in CloudWatch's specification of the embedded metric format. */
const SPECIFICATION = {
  type: 'object',
  required: ['_aws'],
  properties: {
    _aws: {
      type: 'object',
      required: ['Timestamp', 'CloudWatchMetrics'],
      properties: {
        Timestamp: { type: 'integer' },
        CloudWatchMetrics: {
          type: 'array',
          items: {
            type: 'object',
            required: ['Namespace', 'Dimensions', 'Metrics'],
            properties: {
              Namespace: text(1024),
              Dimensions: {
                type: 'array',
                minItems: 1,
                items: { type: 'array', minItems: 1, maxItems: 30, items: text(250) },
              },
              Metrics: {
                type: 'array',
                minItems: 1,
                maxItems: 100,
                items: {
                  type: 'object',
                  required: ['Name'],
                  properties: {
                    Name: text(1024),
                    Unit: { enum: ['Seconds', 'Milliseconds', 'Count', 'None'] },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
} as const;

const lines = vi.spyOn(console, 'log').mockImplementation(() => undefined);
function written(): any[] {
  return lines.mock.calls.map(([line]) => JSON.parse(String(line)));
}

beforeEach(() => {
  process.env.SERVICE = 'broadsheet-test';
});
afterEach(() => {
  lines.mockClear();
  delete process.env.SERVICE;
});

describe('writeMetrics()', () => {
  it('writes one line of CloudWatch’s embedded metric format', () => {
    writeMetrics({ OutboxAge: 12, OutboxFailing: 0, PublishLateness: 1 });
    const [line] = written();

    expect(lines.mock.calls[0]?.[0]).not.toContain('\n');
    expect(new Validator(JSON.parse(JSON.stringify(SPECIFICATION))).validate(line).errors).toEqual([]);
    expect(line).toEqual({
      _aws: {
        Timestamp: expect.closeTo(Date.now(), -4),
        CloudWatchMetrics: [
          {
            Namespace: NAMESPACE,
            Dimensions: [['service']],
            Metrics: [
              { Name: 'OutboxAge', Unit: 'Seconds' },
              { Name: 'OutboxFailing', Unit: 'Count' },
              { Name: 'PublishLateness', Unit: 'Seconds' },
            ],
          },
        ],
      },
      service: 'broadsheet-test',
      OutboxAge: 12,
      OutboxFailing: 0,
      PublishLateness: 1,
    });
  });

  it('names only metrics and dimensions that the line has a value for', () => {
    writeMetrics({ ThumbnailsFailed: 1 });
    const [{ _aws, ...values }] = written();
    const [{ Dimensions, Metrics }] = _aws.CloudWatchMetrics;

    for (const name of Dimensions.flat()) expect(values[name]).toEqual(expect.any(String));
    for (const { Name } of Metrics) expect(values[Name]).toEqual(expect.any(Number));
  });

  it('writes nothing without a value, and nothing when no service is named', () => {
    writeMetrics({});
    delete process.env.SERVICE;
    writeMetrics({ OutboxAge: 1 });

    expect(lines).not.toHaveBeenCalled();
  });
});
