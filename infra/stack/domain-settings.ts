import * as v from 'valibot';

const HOST = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;
const CERTIFICATE = /^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/[0-9a-f-]{36}$/;

const host = v.pipe(
  v.string(),
  v.regex(HOST, 'must be a domain name such as api.example.com, in lower case'),
);
const certificate = v.pipe(
  v.string(),
  v.regex(CERTIFICATE, 'must be the ARN of a certificate: arn:aws:acm:<region>:<account>:certificate/<id>'),
);
const hostedZone = v.strictObject({
  id: v.pipe(v.string(), v.regex(/^Z[A-Z0-9]{1,31}$/, 'must be the id of a hosted zone, such as Z0123ABC')),
  name: host,
});

/** A custom domain name. With a hosted zone the deployment creates its DNS records; without one they are created by hand. */
function domain(certificateArn: v.GenericSchema<string>) {
  return v.pipe(
    v.strictObject({ name: host, certificateArn, hostedZone: v.optional(hostedZone) }),
    v.check(
      ({ name, hostedZone: zone }) => !zone || `.${name}`.endsWith(`.${zone.name}`),
      'must have a name in its hosted zone',
    ),
  );
}

/** The domain of the API, whose certificate is in its region. */
export const ApiDomain = domain(certificate);
/** The domain of a distribution of CloudFront. */
export const DistributionDomain = domain(
  v.pipe(
    certificate,
    v.includes(':us-east-1:', 'must be in us-east-1, where CloudFront looks for certificates'),
  ),
);
export type DomainSettings = v.InferOutput<typeof ApiDomain>;

/**
 * The region of a deployment as far as it is known before it begins. The CDK's command gives its apps us-east-1 also where no region is
 * configured, for example where CI only synthesizes, so that this one says nothing.
 */
export function findRegion(variables: NodeJS.ProcessEnv): string | undefined {
  const { AWS_REGION, AWS_DEFAULT_REGION, CDK_DEFAULT_REGION } = variables;
  const ofProfile = CDK_DEFAULT_REGION === 'us-east-1' ? undefined : CDK_DEFAULT_REGION;
  return [AWS_REGION, AWS_DEFAULT_REGION, ofProfile].find(region => region !== undefined && region !== '');
}

/** The region that the ARN of a certificate names. */
export function readRegion({ certificateArn }: Pick<DomainSettings, 'certificateArn'>): string {
  return certificateArn.split(':')[3] ?? '';
}
