/** A finding of cdk-nag that is left as it is. Both patterns must match the whole of what they are held against. */
export interface Accepted {
  rule: RegExp;
  /** The resource's path below the stack. */
  resource: RegExp;
  reason: string;
}

/** Bucket folders and the schedule group are the only resources that a policy names with an open end. */
function WITHIN(place: string): RegExp {
  return new RegExp(String.raw`AwsSolutions-IAM5\[Resource::${place}\]`);
}

const ROLE = /(api\/\w+|events)\/[\w-]+-role\/Resource/;

export const ACCEPTED: readonly Accepted[] = [
  {
    rule: WITHIN(String.raw`<\w+content\w+Arn>/(content|uploads|tasks)/\*`),
    resource: ROLE,
    reason:
      'Object keys are made as the service runs. Each role is confined to the folder of its kind in the one private bucket.',
  },
  {
    rule: WITHIN(String.raw`<\w+media\w+Arn>/(images|documents)/\*`),
    resource: ROLE,
    reason:
      'Object keys are made as the service runs. Each role is confined to the folder of its kind in the one served bucket.',
  },
  {
    rule: WITHIN(String.raw`arn:\S+:scheduler:\S+:schedule/broadsheet-(prod|dev)/post-\*`),
    resource: ROLE,
    reason:
      'A schedule is named after its post when it is made. The group is the deployment’s own, and the roles can only make and delete.',
  },
  {
    rule: /AwsSolutions-APIG4/,
    resource: /api\/(http\/DefaultRoute|\w+\/(GET|POST|PUT|DELETE) [^/]+)\/Resource/,
    reason:
      'Every function checks the API key, its permission and the author’s state itself (functions/runtime/serve.ts), the same code on every machine; an authorizer would be a second invocation, and a second place where keys are read.',
  },
  {
    rule: /AwsSolutions-S1/,
    resource: /data\/(content|media)\/Resource/,
    reason:
      'Nobody but the functions and the one distribution can reach the buckets. Who wants each access on record gets it, with the caller, from CloudTrail’s data events; server access logs would need a third bucket that grows without use.',
  },
  {
    rule: /AwsSolutions-CFR1/,
    resource: /data\/cdn\/distribution\/Resource/,
    reason: 'A newsroom’s pictures are for readers everywhere.',
  },
  {
    rule: /AwsSolutions-CFR2/,
    resource: /data\/cdn\/distribution\/Resource/,
    reason:
      'It serves files by GET and HEAD and runs nothing of ours but one function of a few lines: there is no input for a firewall to inspect, and one costs more each month than a small newsroom’s whole deployment.',
  },
  {
    rule: /AwsSolutions-CFR3/,
    resource: /data\/cdn\/distribution\/Resource/,
    reason:
      'Whoever looks at a public picture is nobody’s concern: readers’ addresses are not kept. CloudFront’s own metrics tell of traffic and errors.',
  },
  {
    rule: /AwsSolutions-CFR4/,
    resource: /data\/cdn\/distribution\/Resource/,
    reason:
      'Under CloudFront’s own name its own certificate is served, and AWS sets the oldest TLS version; it can be chosen only with a domain and a certificate of one’s own.',
  },
  {
    rule: /AwsSolutions-SQS3/,
    resource: /events\/undelivered\/Resource/,
    reason: 'It is the dead-letter queue.',
  },
];

/** Only where `tracing` is on. */
export const ACCEPTED_WITH_TRACING: readonly Accepted[] = [
  {
    rule: /AwsSolutions-IAM5\[Resource::\*\]/,
    resource: /(api(\/\w+)?|events)\/[\w-]+-role\/DefaultPolicy\/Resource/,
    reason:
      'X-Ray has no resources that a policy could name: whoever sends traces may send them, and do nothing else with it.',
  },
];
