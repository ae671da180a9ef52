// One test file, so that the CDK, which takes seconds to load, is loaded once.
import './template/api.ts';
import './template/cdn.ts';
import './template/concurrency.ts';
import './template/cost.ts';
import './template/data.ts';
import './template/events.ts';
import './template/gateway.ts';
import './template/layer.ts';
import './template/monitoring.ts';
import './template/outputs.ts';
import './template/policies.ts';
import './template/removal.ts';
import './template/restored.ts';
import './template/service-data.ts';
import './template/warnings.ts';
import './template/whole.ts';
import './template/without-cdn.ts';
