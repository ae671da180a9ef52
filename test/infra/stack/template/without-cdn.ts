import { describe, expect, it } from 'vitest';
import { UNKNOWN } from '../../../../infra/bundle/entries.ts';
import { allowedTo, deploymentWith, findFunction, ofType, makeSettings, synthesized } from './synthesized.ts';

const { resources, outputs } = deploymentWith(makeSettings('prod', { media: { cdn: false } }));

function getVariables(all: typeof resources, name: string): any {
  return findFunction(all, name).Properties.Environment.Variables;
}

describe('deployment without a CDN', () => {
  it('has no resource of CloudFront and no metric of it', () => {
    expect(resources.filter(({ Type }) => Type.startsWith('AWS::CloudFront::'))).toEqual([]);
    expect(JSON.stringify(ofType(resources, 'CloudWatch::Dashboard'))).not.toContain('AWS/CloudFront');
  });

  it('gives files the API’s address in answers and in its output', () => {
    const { logicalId } = ofType(resources, 'ApiGatewayV2::Api')[0]!;

    expect(outputs.MediaUrl.Value['Fn::Join'][1]).toEqual([
      { 'Fn::GetAtt': [logicalId, 'ApiEndpoint'] },
      '/media',
    ]);
    for (const name of ['posts/get', 'events/outbox'])
      expect(JSON.stringify(getVariables(resources, name).MEDIA_BASE_URL)).toContain('/media');
  });

  it('lets only the default function sign addresses of files', () => {
    const reading = allowedTo(resources, UNKNOWN).filter(({ actions }) => actions.includes('s3:GetObject'));
    const resourcesRead = reading.map(({ resource }) => resource['Fn::Join'][1].at(-1));

    expect(getVariables(resources, UNKNOWN)).toMatchObject({ MEDIA_AT_API: 'signed' });
    expect(resourcesRead).toEqual(['/images/*', '/documents/*']);
    expect(
      allowedTo(synthesized('prod'), UNKNOWN).filter(({ actions }) => actions.includes('s3:GetObject')),
    ).toEqual([]);
  });

  it('lets pages of all origins read signed addresses, and no one read without a signature', () => {
    const media = ofType(resources, 'S3::Bucket').find(({ logicalId }) => logicalId.startsWith('media'))!;
    const statements = ofType(resources, 'S3::BucketPolicy').flatMap(
      ({ Properties }) => Properties.PolicyDocument.Statement,
    );

    expect(media.Properties.CorsConfiguration.CorsRules).toEqual([
      { AllowedMethods: ['GET', 'HEAD'], AllowedOrigins: ['*'], AllowedHeaders: ['*'] },
    ]);
    expect(statements.filter(({ Effect }) => Effect === 'Allow')).toEqual([]);
  });
});

it('a deployment with a CDN redirects the API’s addresses of files to it', () => {
  const { MEDIA_AT_API, MEDIA_BASE_URL } = getVariables(synthesized('prod'), UNKNOWN);

  expect(MEDIA_AT_API).toBe('redirected');
  expect(JSON.stringify(MEDIA_BASE_URL)).toContain('DomainName');
});
