/** The used parts of the CloudFront client. Bundles load them in a chunk of its own: a worker needs them only where there is an edge. */
export { CloudFrontClient, CreateInvalidationCommand } from '@aws-sdk/client-cloudfront';
