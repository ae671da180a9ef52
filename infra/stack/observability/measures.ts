import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric, type MetricProps } from 'aws-cdk-lib/aws-cloudwatch';
import { NAMESPACE, type MetricName } from '../../../shared/platform/log/metrics.ts';
import { buildFunctionName } from '../function.ts';
import { workers, type WorkerName } from '../../../functions/events/workers.ts';

/** The monitored resources. Names may be unresolved until the deployment. */
export interface Watched {
  prefix: string;
  apiId: string;
  /** Undefined without a CDN. */
  distributionId: string | undefined;
  tableName: string;
  queueName: string;
  buckets: readonly { label: string; name: string }[];
}

/** The count of 429 answers of API Gateway and of the functions. API Gateway has no such metric, so it is derived from the access log. */
export const THROTTLED = 'Throttled';

/** The operations that the service calls. DynamoDB counts system errors by operation. */
const OPERATIONS = ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem', 'BatchWriteItem', 'TransactWriteItems'];

const names = Object.keys(workers).filter((name): name is WorkerName => name in workers);
const FIVE_MINUTES = Duration.minutes(5);
const MINUTE = Duration.minutes(1);
const DAY = Duration.days(1);

/** The metrics of a deployment, for alarms and dashboard: AWS's free ones, and the service's own. */
export class Measures {
  readonly #watched: Watched;

  constructor(watched: Watched) {
    this.#watched = watched;
  }

  api(metricName: string, statistic = 'Sum', label?: string): Metric {
    return metric('AWS/ApiGateway', {
      metricName,
      statistic,
      dimensionsMap: { ApiId: this.#watched.apiId },
      label,
    });
  }

  /** In percent. It is 0 with fewer than 5 errors. */
  apiErrorShare(): MathExpression {
    return new MathExpression({
      expression: 'IF(errors >= 5, 100 * errors / requests, 0)',
      usingMetrics: { errors: this.api('5xx'), requests: this.api('Count', 'SampleCount') },
      label: '5xx, %',
      period: FIVE_MINUTES,
    });
  }

  custom(metricName: MetricName | typeof THROTTLED, statistic = 'Maximum', period = MINUTE): Metric {
    return metric(NAMESPACE, {
      metricName,
      statistic,
      period,
      dimensionsMap: { service: this.#watched.prefix },
    });
  }

  worker(name: WorkerName, metricName: string, statistic = 'Sum'): Metric {
    return metric('AWS/Lambda', {
      metricName,
      statistic,
      dimensionsMap: { FunctionName: buildFunctionName(this.#watched.prefix, `events/${name}`) },
      label: name,
    });
  }

  everyWorker(metricName: string, statistic?: string): Metric[] {
    return names.map(name => this.worker(name, metricName, statistic));
  }

  workerErrors(): MathExpression {
    return sum(
      'failed runs of workers',
      Object.fromEntries(names.map(name => [name, this.worker(name, 'Errors')])),
    );
  }

  /** The throttled invocations of all functions in the account and region, which share one limit. */
  functionThrottles(): Metric {
    return metric('AWS/Lambda', {
      metricName: 'Throttles',
      statistic: 'Sum',
      label: 'throttled, whole account',
    });
  }

  table(metricName: string, label: string): Metric {
    return metric('AWS/DynamoDB', {
      metricName,
      statistic: 'Sum',
      dimensionsMap: { TableName: this.#watched.tableName },
      label,
    });
  }

  tableThrottles(): MathExpression {
    return sum('throttled', {
      reads: this.table('ReadThrottleEvents', 'reads'),
      writes: this.table('WriteThrottleEvents', 'writes'),
    });
  }

  tableErrors(): MathExpression {
    const buildDimensions = (Operation: string) => ({ TableName: this.#watched.tableName, Operation });
    const metrics = OPERATIONS.map((operation): [string, Metric] => [
      `e${operation}`,
      metric('AWS/DynamoDB', {
        metricName: 'SystemErrors',
        statistic: 'Sum',
        dimensionsMap: buildDimensions(operation),
      }),
    ]);
    return sum('system errors of DynamoDB', Object.fromEntries(metrics));
  }

  queueDepth(): Metric {
    return metric('AWS/SQS', {
      metricName: 'ApproximateNumberOfMessagesVisible',
      statistic: 'Maximum',
      dimensionsMap: { QueueName: this.#watched.queueName },
      label: 'dead-letter queue',
    });
  }

  /** CloudFront publishes its metrics in us-east-1 only. */
  cdn(): Metric[] {
    const { distributionId } = this.#watched;
    if (distributionId === undefined) return [];
    const dimensionsMap = { DistributionId: distributionId, Region: 'Global' };
    const of = (metricName: string, statistic: string, label: string): Metric =>
      metric('AWS/CloudFront', { metricName, statistic, dimensionsMap, region: 'us-east-1', label });
    return [
      of('Requests', 'Sum', 'requests'),
      of('4xxErrorRate', 'Average', '4xx, %'),
      of('5xxErrorRate', 'Average', '5xx, %'),
    ];
  }

  stored(): Metric[] {
    return this.#watched.buckets.map(({ label, name }) =>
      metric('AWS/S3', {
        metricName: 'BucketSizeBytes',
        statistic: 'Average',
        dimensionsMap: { BucketName: name, StorageType: 'StandardStorage' },
        period: DAY,
        label,
      }),
    );
  }
}

function metric(
  namespace: string,
  { period = FIVE_MINUTES, ...props }: Omit<MetricProps, 'namespace'>,
): Metric {
  return new Metric({ namespace, period, ...props });
}

function sum(label: string, usingMetrics: Record<string, Metric>): MathExpression {
  return new MathExpression({
    expression: Object.keys(usingMetrics)
      .map(id => `FILL(${id}, 0)`)
      .join(' + '),
    usingMetrics,
    label,
    period: FIVE_MINUTES,
  });
}
