import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findRegion } from '../../../infra/stack/domain-settings.ts';
import { readSettings } from '../../../infra/stack/settings.ts';
import { readContext } from '../../../infra/stack/site.ts';

function from(context: Record<string, unknown>, region?: string) {
  return () => readSettings(name => context[name], region);
}

function readFaults(context: Record<string, unknown>): string[] {
  try {
    from(context)();
    return [];
  } catch (error) {
    return String(error instanceof Error ? error.message : error).split('\n');
  }
}

function prod(settings: unknown): string[] {
  return readFaults({ deployment: { prod: settings } }).slice(1);
}

const ARN = 'arn:aws:acm:us-east-1:123456789012:certificate/12345678-1234-1234-1234-123456789012';

it('readSettings() reads cdk.json, for production by default', () => {
  const context = readContext();

  expect(from(context)()).toMatchObject({ stage: 'prod', site: context.site });
  expect(from({ ...context, stage: 'dev' })().stage).toBe('dev');
});

it('readSettings() has defaults without any configuration: no domains, no CORS origins, 90 days of logs', () => {
  expect(from({})()).toMatchObject({
    stage: 'prod',
    site: {},
    deployment: {
      cors: { origins: [], maxAgeS: 600 },
      throttling: { ratePerS: 500, burst: 1000 },
      logRetentionDays: 90,
      tracing: false,
      monitoring: true,
    },
  });
});

it('readSettings() reads the settings of its stage and turns monitoring off by default in development', () => {
  const deployment = { prod: { logRetentionDays: 365 }, dev: { logRetentionDays: 7 } };

  expect(from({ deployment })().deployment).toMatchObject({ logRetentionDays: 365, monitoring: true });
  expect(from({ stage: 'dev', deployment })().deployment).toMatchObject({
    logRetentionDays: 7,
    monitoring: false,
  });
});

it('readSettings() reports all faults of stage, site and deployment at once, each with its path', () => {
  const site = {
    timeZone: 'Mars/Olympus',
    permalink: 'news/<title>',
    imageRatios: [{ code: 'wide', title: 'Wide', sizes: ['600', '0x9'] }],
    customRoles: { Desk: ['fly'] },
    features: { partnerNews: 'yes' },
    colour: 'red',
  };
  const deployment = { prod: { logRetentionDays: 91, colour: 'red' }, test: {} };
  const faults = [
    /^stage: must have lower-case letters/,
    /^timeZone: must be an IANA time zone/,
    /^permalink: must begin with \//,
    /^imageRatios\.0\.code: must be <width>x<height>/,
    /^imageRatios\.0\.sizes\.0: must be <width>x<height>/,
    /^imageRatios\.0\.sizes\.1: must be <width>x<height>/,
    /^customRoles\.Desk\.0: must be one of read/,
    /^features\.partnerNews: must be true or false/,
    /^colour: is not a known setting$/,
    /^prod\.logRetentionDays: must be one of 1, 3, 5/,
    /^prod\.colour: is not a known setting$/,
  ];

  const found = readFaults({ stage: 'Test', site, deployment });
  for (const fault of faults) expect(found).toContainEqual(expect.stringMatching(fault));
});

describe('setting site', () => {
  it('is refused when it is not an object', () => {
    expect(readFaults({ site: 'Broadsheet' })).toEqual(['site: must be an object']);
  });

  it('is refused with an invalid authorSpecificDataSchema', () => {
    const site = { authorSpecificDataSchema: { properties: { beat: { type: 'text' } } } };

    expect(from({ site })).toThrow(/authorSpecificDataSchema: text is not a type/);
  });

  it('is refused with features.partnerNews but no partnerNews, or partnerNews but no secret', () => {
    const [endpoint, accessKey] = ['https://partner.example.com', 'key'];

    expect(from({ site: { features: { partnerNews: true } } })).toThrow(/features\.partnerNews needs/);
    expect(from({ site: { partnerNews: { endpoint, accessKey } } })).toThrow(
      /partnerNews\.secret: is required/,
    );
  });

  it('is refused with one size in two ratios, because the size names the thumbnail', () => {
    const imageRatios = ['2x1', '4x2'].map(code => ({ code, title: code, sizes: ['1200x600'] }));

    expect(from({ site: { imageRatios } })).toThrow(/imageRatios: must not have a size twice/);
  });
});

describe('setting deployment', () => {
  it.each([
    ['Api.example.com', 'prod.domain.name: must be a domain name such as api.example.com, in lower case'],
    [
      'https://api.example.com',
      'prod.domain.name: must be a domain name such as api.example.com, in lower case',
    ],
    ['localhost', 'prod.domain.name: must be a domain name such as api.example.com, in lower case'],
  ])('is refused with the domain name %s', (name, fault) => {
    expect(prod({ domain: { name, certificateArn: ARN } })).toEqual([fault]);
  });

  it('is refused with a malformed certificate ARN, or one outside us-east-1 for CloudFront', () => {
    const name = 'media.example.com';

    expect(prod({ domain: { name, certificateArn: 'my certificate' } })).toEqual([
      expect.stringMatching(/^prod\.domain\.certificateArn: must be the ARN of a certificate/),
    ]);
    expect(prod({ domain: { name } })).toEqual(['prod.domain.certificateArn: is required']);
    expect(prod({ mediaDomain: { name, certificateArn: ARN.replace('us-east-1', 'eu-central-1') } })).toEqual(
      [expect.stringMatching(/^prod\.mediaDomain\.certificateArn: must be in us-east-1/)],
    );
  });

  it('is refused with a certificate of the API outside the region of the deployment, where that is known', () => {
    const context = { deployment: { prod: { domain: { name: 'api.example.com', certificateArn: ARN } } } };
    const read = (variables: NodeJS.ProcessEnv) => () => from(context, findRegion(variables))();

    for (const variable of ['AWS_REGION', 'AWS_DEFAULT_REGION', 'CDK_DEFAULT_REGION'])
      expect(read({ [variable]: 'eu-central-1' })).toThrow(
        'prod.domain.certificateArn: is in us-east-1, but the deployment in eu-central-1',
      );
    expect(read({ AWS_REGION: 'us-east-1', CDK_DEFAULT_REGION: 'eu-central-1' })).not.toThrow();
    expect(read({})).not.toThrow();
  });

  it('is not refused for us-east-1, which the CDK’s command names where no region is configured', () => {
    expect(findRegion({ CDK_DEFAULT_REGION: 'us-east-1' })).toBeUndefined();
    expect(findRegion({ AWS_REGION: 'us-east-1' })).toBe('us-east-1');
  });

  it('is refused with a hosted zone that does not contain the domain name', () => {
    const hostedZone = { id: 'Z0123ABC', name: 'example.com' };

    expect(prod({ domain: { name: 'api.myexample.com', certificateArn: ARN, hostedZone } })).toEqual([
      'prod.domain: must have a name in its hosted zone',
    ]);
    expect(prod({ domain: { name: 'api.example.com', certificateArn: ARN, hostedZone } })).toEqual([]);
    expect(prod({ domain: { name: 'example.com', certificateArn: ARN, hostedZone } })).toEqual([]);
  });

  it('is refused with an origin that has a path', () => {
    expect(prod({ cors: { origins: ['https://www.example.com', 'https://example.com/'] } })).toEqual([
      'prod.cors.origins.1: must be * or an origin such as https://www.example.com',
    ]);
  });

  it('is refused with limits that are out of range', () => {
    expect(prod({ throttling: { ratePerS: 0, burst: 1.5 }, cors: { maxAgeS: -1 } })).toEqual([
      'prod.cors.maxAgeS: must be an integer from 0 to 86400',
      'prod.throttling.ratePerS: must be an integer from 1 to 100000',
      'prod.throttling.burst: must be an integer from 1 to 100000',
    ]);
  });

  it('is refused with a budget without alarmEmail, or a budget of 0', () => {
    expect(prod({ monthlyBudgetUsd: 50 })).toEqual(
      ['monthlyBudgetUsd needs alarmEmail, the recipient of its notifications'].map(
        fault => `prod: ${fault}`,
      ),
    );
    expect(prod({ monthlyBudgetUsd: 0, alarmEmail: 'desk' })).toEqual([
      'prod.alarmEmail: must be an email address',
      'prod.monthlyBudgetUsd: must be more than 0',
    ]);
  });

  it('is refused with a mediaDomain but no CDN', () => {
    expect(
      prod({ media: { cdn: false }, mediaDomain: { name: 'media.example.com', certificateArn: ARN } }),
    ).toEqual(['prod: mediaDomain is a name of the CDN, which media.cdn turns off']);
  });

  it('is refused with a mediaBaseUrl that differs from the mediaDomain', () => {
    const deployment = { prod: { mediaDomain: { name: 'media.example.com', certificateArn: ARN } } };

    expect(readFaults({ deployment, site: { mediaBaseUrl: 'https://cdn.example.com' } })).toEqual([
      'site.mediaBaseUrl: differs from the deployment’s mediaDomain; leave one out',
    ]);
    expect(readFaults({ deployment, site: { mediaBaseUrl: 'https://media.example.com/' } })).toEqual([]);
  });
});

/** @returns the exit code and what was written to standard error */
function run(args: string[], env: NodeJS.ProcessEnv): Promise<[unknown, string]> {
  return new Promise(resolve => {
    execFile(process.execPath, args, { env: { ...process.env, ...env } }, (error, _stdout, text) =>
      resolve([error?.code, text]),
    );
  });
}

it('the synthesis stops with the faults of the settings and writes nothing', async () => {
  const outdir = mkdtempSync(join(tmpdir(), 'cdk-'));
  const context = { site: { timeZone: 'Mars/Olympus', siteId: 0 }, deployment: { prod: { tracing: 1 } } };
  const [code, stderr] = await run(['--import', 'tsx', 'infra/stack/app.ts'], {
    CDK_OUTDIR: outdir,
    CDK_CONTEXT_JSON: JSON.stringify(context),
  });

  expect(code).toBe(1);
  expect(stderr).toMatch(/The site configuration has faults:\n.*\n.*/);
  expect(stderr).toMatch(/timeZone: must be an IANA time zone/);
  expect(stderr).toMatch(/siteId: /);
  expect(stderr).toMatch(/The deployment settings have faults:\nprod\.tracing: must be true or false/);
  expect(stderr).not.toMatch(/\n\s+at /);
  expect(readdirSync(outdir)).toEqual([]);
});

it('npm run synth refuses arguments, which would be those of another command', async () => {
  const args = ['--import', 'tsx', 'infra/stack/app.ts', '-c', 'stage=dev'];
  const [code, stderr] = await run(args, { CDK_OUTDIR: mkdtempSync(join(tmpdir(), 'cdk-')) });
  expect(code).toBe(2);
  expect(stderr).toMatch(/^Unknown option '-c'\.\n\nUsage: npm run synth/);
});

it('cdk synth stops with the faults of the settings and writes no template', async () => {
  const outdir = mkdtempSync(join(tmpdir(), 'cdk-'));
  const wrong = ['stage=QA', 'site=mine', 'deployment=mine'].flatMap(setting => ['-c', setting]);
  const [code, stderr] = await run(['node_modules/aws-cdk/bin/cdk', 'synth', ...wrong, '-o', outdir], {});

  expect(code).toBe(1);
  expect(stderr).toContain(
    'stage: must have lower-case letters, digits and single hyphens, and begin with a letter\nsite: must be an object\nThe deployment settings have faults:\nmust be an object',
  );
  expect(readdirSync(outdir).filter(file => file.endsWith('.json'))).toEqual([]);
});
