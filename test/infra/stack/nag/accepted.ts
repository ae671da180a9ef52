/** An accepted finding of cdk-nag. Both patterns must match the whole text. */
export interface Accepted {
  rule: RegExp;
  /** The resource's path below the stack. */
  resource: RegExp;
  reason: string;
}

/** Only bucket folders and the schedule group appear in policies with a wildcard. */
function WITHIN(place: string): RegExp {
  return new RegExp(String.raw`AwsSolutions-IAM5\[Resource::${place}\]`);
}

const ROLE = /(api(?:\/\w+)?|events)\/[\w-]+-role\/Resource/;

export const ACCEPTED: readonly Accepted[] = [
  {
    rule: WITHIN(String.raw`<\w+content\w+Arn>/(content|uploads|tasks)/\*`),
    resource: ROLE,
    reason:
      'Object keys are made as the service runs. Each role is confined to the folder of its kind in the one private bucket.',
  },
  {
    rule: WITHIN(String.raw`<[\w.]+media\w+Arn>/(images|documents)/\*`),
    resource: ROLE,
    reason:
      'Object keys are made as the service runs. Each role is confined to the folder of its kind in the one served bucket.',
  },
  {
    rule: WITHIN(String.raw`arn:\S+:scheduler:\S+:schedule/broadsheet-(prod|dev)/due-\*`),
    resource: ROLE,
    reason:
      'A schedule is named after its minute when it is made. The group is the deployment’s own, and the role can only create schedules.',
  },
  {
    rule: WITHIN(String.raw`arn:\S+:lambda:\S+:function:broadsheet-(prod|dev)-\w+-\*`),
    resource: /api\/unknown-role\/Resource/,
    reason:
      'The function of unknown paths answers a path with a slash at its end by the endpoint’s function. A policy that named each endpoint would exceed IAM’s limit of its size; the endpoints are public, and nothing else has these prefixes.',
  },
  {
    rule: /AwsSolutions-IAM5\[Resource::\*\]/,
    resource: /events\/events-(outbox|webhooks)-role\/Resource/,
    reason:
      'IAM has no resource for dynamodb:ListStreams, which Lambda requires of the role of an event source mapping. It returns only the ARNs of streams.',
  },
  {
    rule: /AwsSolutions-APIG4/,
    resource:
      /api\/(http\/DefaultRoute\/Resource|\w+\/HEAD [^/]+|\w+\/(GET|POST|PUT|DELETE) [^/]+\/Resource)/,
    reason:
      'Every function checks the API key, its permission and the author’s state itself (functions/runtime/serve.ts), also on the local stack; an authorizer would be a second invocation and a second place that reads keys.',
  },
  {
    rule: /AwsSolutions-S1/,
    resource: /data\/(content|media)\/Resource/,
    reason:
      'Only the functions and the distributions can reach the buckets. CloudTrail data events can record each access with its caller; server access logs would need a third bucket that grows without use.',
  },
  {
    rule: /AwsSolutions-CFR1/,
    resource: /data\/(cdn|edge)\/distribution\/Resource/,
    reason: 'A newsroom’s stories and pictures are for readers everywhere.',
  },
  {
    rule: /AwsSolutions-CFR2/,
    resource: /data\/(cdn|edge)\/distribution\/Resource/,
    reason:
      'It serves files by GET and HEAD and runs only one function of a few lines: there is no input for a firewall to inspect, and a firewall costs more each month than a small newsroom’s whole deployment. The edge gets one with the setting edge.waf or edge.webAclArn.',
  },
  {
    rule: /AwsSolutions-SMG4/,
    resource: /edge-secret\/Resource/,
    reason:
      'CloudFormation inserts it into distribution and functions. A rotation between deployments would separate them, and a locked API would answer nothing.',
  },
  {
    rule: /AwsSolutions-CFR3/,
    resource: /data\/(cdn|edge)\/distribution\/Resource/,
    reason:
      'Readers’ privacy: no log keeps the addresses of those who view public pages and pictures. CloudFront’s own metrics show traffic and errors.',
  },
  {
    rule: /AwsSolutions-CFR4/,
    resource: /data\/(cdn|edge)\/distribution\/Resource/,
    reason:
      'Under CloudFront’s default domain name, AWS sets the certificate and the minimum TLS version; a deployment can choose it only with its own domain and certificate.',
  },
];

/** Only where `tracing` is on. */
export const ACCEPTED_WITH_TRACING: readonly Accepted[] = [
  {
    rule: /AwsSolutions-IAM5\[Resource::\*\]/,
    resource: /(api(\/\w+)?|events)\/[\w-]+-role\/DefaultPolicy\/Resource/,
    reason: 'X-Ray has no resources that a policy could name; the statement only permits sending traces.',
  },
];
