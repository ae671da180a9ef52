import * as v from 'valibot';
import { integer } from '../cors.ts';
import { DistributionDomain } from '../domain-settings.ts';

/** A web ACL of AWS WAF for CloudFront. */
const ACL = /^arn:aws:wafv2:us-east-1:\d{12}:global\/webacl\/[\w-]+\/[0-9a-f-]{36}$/;

const Waf = v.strictObject({
  /** The limit for each client address in five minutes. */
  requestsPer5Min: v.optional(integer(10, 2_000_000_000), 2_000),
});

/** `deployment.<stage>.edge`: without it there is no edge. */
export const EdgeSettings = v.pipe(
  v.strictObject({
    domain: v.optional(DistributionDomain),
    /** Refuses requests at the API's own address. */
    lock: v.optional(v.boolean(), false),
    /** Creates a web ACL, which AWS allows only in us-east-1. */
    waf: v.optional(Waf),
    /** A web ACL that exists: the way in other regions. */
    webAclArn: v.optional(
      v.pipe(
        v.string(),
        v.regex(
          ACL,
          'must be the ARN of a web ACL for CloudFront: arn:aws:wafv2:us-east-1:<account>:global/webacl/<name>/<id>',
        ),
      ),
    ),
  }),
  v.check(
    ({ waf, webAclArn }) => waf === undefined || webAclArn === undefined,
    'has either waf or webAclArn: a distribution has one web ACL',
  ),
);
export type EdgeSettings = v.InferOutput<typeof EdgeSettings>;
