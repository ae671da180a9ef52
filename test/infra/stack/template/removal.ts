import { describe, expect, it } from 'vitest';
import { getArtifact, ofType, synthesized, withEverything, type Resource } from './synthesized.ts';

const DEPLOYMENTS: [string, () => Resource[]][] = [
  ['production', () => synthesized('prod')],
  ['development', () => synthesized('dev')],
  ['production with everything set', () => withEverything().resources],
];

function retained(resources: readonly Resource[]): Resource[] {
  return resources.filter(({ DeletionPolicy = 'Delete' }) => DeletionPolicy !== 'Delete');
}

/** The properties that set a physical name: `Name`, `TableName`, `BucketName` … */
function listNames({ Properties }: Resource): string[] {
  return Object.keys(Properties ?? {}).filter(property => property.endsWith('Name'));
}

describe.each(DEPLOYMENTS)('resources of %s', (_name, listResources) => {
  it('do not outlive their stack under a fixed name, which would block the next deployment', () => {
    const blocking = retained(listResources()).filter(resource => listNames(resource).length > 0);

    expect(blocking.map(({ Type, logicalId }) => `${Type} ${logicalId}`)).toEqual([]);
  });

  it('state their deletion policy where CloudFormation’s default could retain them', () => {
    // CloudFormation keeps no resource by default; the CDK does so for stores, logs and schedule groups.
    const stating = listResources().filter(({ Type }) =>
      [
        'AWS::DynamoDB::Table',
        'AWS::S3::Bucket',
        'AWS::Logs::LogGroup',
        'AWS::Scheduler::ScheduleGroup',
      ].includes(Type),
    );

    expect(stating.filter(({ DeletionPolicy }) => DeletionPolicy === undefined)).toEqual([]);
  });
});

it('a production stack retains only its table and buckets, a development stack nothing', () => {
  const types = retained(synthesized('prod')).map(({ Type }) => Type);

  expect(types.toSorted()).toEqual(['AWS::DynamoDB::Table', 'AWS::S3::Bucket', 'AWS::S3::Bucket']);
  expect(retained(synthesized('dev'))).toEqual([]);
});

describe('setting protected', () => {
  const isProtected = (resources: readonly Resource[]): boolean =>
    ofType(resources, 'DynamoDB::Table')[0]!.Properties.DeletionProtectionEnabled;

  it('is off by default, so that a failed first deployment can be deleted and repeated', () => {
    for (const stage of ['prod', 'dev'] as const) {
      expect(getArtifact(stage).properties.terminationProtection ?? false).toBe(false);
      expect(isProtected(synthesized(stage))).toBe(false);
    }
  });

  it('protects the stack and the table from deletion', () => {
    const { artifact, resources } = withEverything();

    expect(artifact.properties.terminationProtection).toBe(true);
    expect(isProtected(resources)).toBe(true);
  });
});
